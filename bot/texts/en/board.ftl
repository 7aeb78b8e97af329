# Key cards and the check of a deal, in English.

title-key = Key card of { $rows } x { $cols } cards for { $teams } teams
key-header = Playing order: { $teams }. Bystanders { $bystanders }, assassin { $assassins }.
key-header-team = { $team } { $cards }
key-header-next = { $first }, { $team }
title-verify =
    { $finding ->
        [agrees] { $source ->
            [keyword] Everything agrees with the keyword. Remember that anyone with the keyword can work out the key
           *[secret] Everything agrees with the secret. Compare the commitment with the one from the deal
        }
        [unchecked] Everything that could be checked agrees, but the words couldn't be checked
       *[differs] { $source ->
            [keyword] The record doesn't agree with its keyword
           *[secret] The record doesn't agree with its secret
        }
    }
verify-unchecked = No pack here has the digest { $digest }: use --pack to name the game's pack file.
verify-part =
    { $part ->
        [commitment] Commitment
        [order] Playing order
        [key] Key
        [skipped] Skipped words
       *[words] Words
    }
verify-finding =
    { $finding ->
        [agrees] agrees
        [unchecked] not checked: the pack with this digest isn't here
       *[differs] differs
    }
record-not-over = The game isn't over yet: its secret is shown when it ends.
record-not-json = This file isn't the record of a game, because it has no JSON object: name the file that --record wrote.
record-missing = The record has no "{ $field }": use the whole file that --record wrote.
record-type =
    In the record, "{ $field }" must be { $kind ->
        [int] a whole number.
        [str] a string.
        [list] a list.
       *[texts] a list of strings.
    }
record-value = In the record, "{ $field }" has a value that can't come from a game: use the file as --record wrote it.
record-game = This is the record of another game, not of { $game }.
record-version = The record has version { $version }, and this program reads version { $known }: use a program of that version.
record-digits = In the record, "{ $field }" must be { $count } digits, each 0 to 9 or a to f, and nothing else.
record-no-source = The record has neither a "secret" with its "commitment" nor a "keyword", but a game is dealt from one of them.
record-two-sources = The record has both a keyword and a secret, but a game is dealt from one of them.
