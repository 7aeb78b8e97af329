"""``spyring arena``: tournaments of agents, and the figures of the research page."""
