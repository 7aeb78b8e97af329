"""The command line: `spyring play`, `spyring run` and the operators' commands."""
