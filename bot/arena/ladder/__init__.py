"""``spyring arena ladder``: a round robin of agents on frozen boards, with ratings."""
