"""``spyring arena report`` and ``figures``: the research page, from measurements to plots."""
