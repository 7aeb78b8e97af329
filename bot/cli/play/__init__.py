"""`spyring play`: a game at one terminal."""
