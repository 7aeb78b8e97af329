# Key cards and the check of a deal, in English.

title-key = Key card of { $rows } x { $cols } cards for { $teams } teams
key-header = Playing order: { $teams }. Bystanders { $bystanders }, assassin { $assassins }.
key-header-team = { $team } { $cards }
key-header-next = { $first }, { $team }
title-verify =
    { $finding ->
        [agrees] { $source ->
            [keyword] All of it follows from the keyword. Who knew the keyword knew the key
           *[secret] All of it follows from the secret. Compare the commitment with the one that was shown at the deal
        }
        [unchecked] What could be checked agrees, but the words could not be checked
       *[differs] { $source ->
            [keyword] The record does not agree with its keyword
           *[secret] The record does not agree with its secret
        }
    }
verify-unchecked = No pack here has the digest { $digest }: give the file of the pack that was played with as --pack.
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
        [unchecked] not checked: the pack with this digest is not at hand
       *[differs] differs
    }
record-not-over = The game is not over: its secret is shown when it ends.
record-not-json = This file is no record of a game: it holds no JSON object.
record-missing = The record has no "{ $field }".
record-type =
    In the record, "{ $field }" must be { $kind ->
        [int] a whole number.
        [str] a text.
        [list] a list.
       *[texts] a list of texts.
    }
record-value = In the record, "{ $field }" has a value that no game can have.
record-game = This is a record of another game than { $game }.
record-version = The record is of version { $version }; this program reads version { $known }.
record-digits = In the record, "{ $field }" must be { $count } digits, each 0 to 9 or a to f, and nothing else.
record-no-source = The record has neither a "secret" with its "commitment" nor a "keyword": a game is dealt from one of them.
record-two-sources = The record has both a keyword and a secret: a game is dealt from one of them.
