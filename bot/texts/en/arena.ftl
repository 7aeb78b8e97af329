cli-arena = let agents play tournaments, and make the tables and figures of the research page
option-arena-match = one pair plays many games
