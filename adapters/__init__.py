"""Where people meet the games: events of a platform in, views out, one package a platform."""
