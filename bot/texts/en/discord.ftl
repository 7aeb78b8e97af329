# What is said on Discord alone, in English.

discord-field = { $name }: { $value }
discord-deadline = The time runs out { $when }.
discord-pointed = { $card } ← { $who }
discord-typed = { $label }: { $line }
discord-menu = Choose: { $first } to { $last }
discord-key = My key
discord-board = Board as text
discord-moved = This board is no longer the newest: look further down.
