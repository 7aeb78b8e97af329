# The table around a game, in English.

# Commands

command-join = Join the table, for a team if you like
command-chair = Take a chair: name team and role, or the chair itself
command-stand = Give your chair up and stay at the table
command-watch = Watch without playing
command-leave = Leave the table
command-reach = Try again whether direct messages reach you
command-bot = Put bots into empty chairs, or one into the chair you name
command-unbot = Take bots out of their chairs
command-shuffle = Deal all players over the teams anew
command-spymaster = Let chance pick a team's spymaster, or name one
command-replace = Put a member or a bot into a chair
command-host = Make another member the host; without a name yourself, if the host is away
command-drop = Make a member leave
command-set = Change a setting of the table or an option of the game
command-start = Start the game; bots fill the empty chairs
command-stop = Stop the game
command-rematch = Open the next game for the same people
command-takeback = Propose to take the last move back
command-agree = Agree to a take-back, or to who asks for a chair
command-refuse = Let the move stand, or keep out who asks for a chair
command-pause = Stop the clock
command-resume = Let the clock go on
option-side = a team's name; none for any
option-seat = a chair, or team and role, by their names in the lobby; for a bot its name may follow
option-place = a chair, by its name in the list
option-who = platform:id, or the member's number in the lobby; for replace also a bot's name
option-member = platform:id, or the member's number in the lobby
option-setting = a setting of the table such as clock, or an option of the game
option-value = the new value

# Lines that cannot be read

table-line-extra = "{ $rest }" is too much after "{ $verb }": leave it out.
table-who-missing = Say whom you mean: "{ $verb }" and platform:id, or the member's number in the lobby.
table-who-number =
    There is no member number { $number } here: { $members ->
        [0] nobody is at this table.
        [one] the only member has number 1.
       *[other] choose a number from 1 to { $members }.
    }
table-who-unread = "{ $who }" names nobody: write platform:id, or the member's number in the lobby.
table-replace-missing = Name a chair and who sits down in it: a bot, or a member by their number, such as "replace { $chair } 2".
table-set-missing = Name a setting and its value, such as { TYPED("set clock slow") }. The table is set to { $now }; before the start, the game's own options are set in the same way.
table-set-mixed = The settings of the table ({ $names }) and the options of the game are set by two lines: say them one after the other.
table-chair-which = That is not one chair: name one of { $chairs }.
table-chair-unknown = There is no chair "{ $chair }" at this table: choose one of { $chairs }.
table-team-unknown = There is no team "{ $team }" at this table: choose one of { $teams }.

# What cannot be done now

table-closed = This game is over: only { TYPED("rematch") } opens the next one.
table-running = The game has begun, so this can no longer be changed: do it before the next game starts.
table-begun = The game has begun already: play on its newest board.
table-not-started = The game has not begun yet: the host starts it with { TYPED("start") }.
table-host-only = Only the host may do that: ask the host, or somebody who manages this place. If the host is away, { TYPED("host") } makes you the host.
table-host-stays = Only the host may do that: ask the host to hand over to you.
table-host-here =
    The host did something not long ago: ask them to hand over to you, or take over in { $hours ->
        [0] { $minutes } min
       *[other] { $hours } h { $minutes } min
    } if they do nothing until then.
table-not-member = You are not at this table: type { TYPED("join") } first.
table-players-only = Only those who sit in a chair may do that: take a chair first.
table-nobody = Nobody is at this table: type { TYPED("join") } first.
table-nobody-plays = Everybody here only watches: let somebody join first.
table-join-running = You are at this table already, and the game has begun: take a chair that is empty or has a bot, with { TYPED("chair") }.
table-joined-already = You are at this table already: take a chair with { TYPED("chair") }, or wait for the start.
table-team-full =
    All { $places ->
        [one] 1 place
       *[other] { $places } places
    } in this team are taken: join another team, or ask the host for more chairs.
table-team-yours = You are in this team already: take a chair with { TYPED("chair") }, or wait for the start.
table-chair-yours = You sit there already: name another chair to move, or stay.
table-chair-taken = Somebody sits in this chair: choose one that is empty or has a bot.
table-chair-waiting = You have asked for this chair already: wait until the host or somebody of that team agrees.
table-chair-requested = Somebody else has asked for this chair: wait until they have their answer, or choose another one.
table-no-request = Nobody asks for that chair now: there is nothing to answer.
table-request-others = Only the host or somebody else who plays in that team says who sits down as { $seat }: wait for them.
table-give-up-waiting = You have agreed to give up already: wait for the others of your team, or play on.
table-chairs-taken = People sit in all of these chairs: choose others, or watch.
table-barred = Who has been shown what only some may see in this game may only sit where the same is seen: take such a chair, or watch until the next game.
table-stand-unseated = You sit in no chair: there is nothing to give up.
table-watching-already = You are watching already: type { TYPED("join") } to play.
table-not-seated = You sit in no chair: take one that is empty or has a bot, with { TYPED("chair") }.
table-full = Every chair is taken in this game: watch until somebody gives one up, or play the next one.
table-direct-no-key = You see what all see, so no direct message is needed: look at the game's message.
table-direct-open = Direct messages reach you already: what only you may see comes there.
table-direct-tried = A direct message is just being sent to you: wait a moment, and look at the lobby again.
table-bot-unknown = No bot is called "{ $name }": choose one of { $known }.
table-bot-unfit = { $name } cannot play in the chair { $seat }: choose a bot that can ({ $known }).
table-bot-person = A person sits in this chair: the host may put a bot there with { TYPED("replace") }.
table-bot-already = { $name } sits in this chair already: choose another chair or another bot.
table-no-empty-chair = None of these chairs is empty: name a single chair to change its bot.
table-no-chair-in-need = No chair needs a bot now: name an empty one to put a bot there, such as "bot { $chair }".
table-chair-for-bot = Only a bot sits as { $seat } here: take another chair, or let the host change the options of the game before it begins.
table-chair-for-person = A person has to sit as { $seat } here: take that chair yourself, or let the host change the options of the game.
table-person-missing = A person has to sit as { $seat } before the game begins: take that chair first with { TYPED("chair") }, or change the options of the game.
table-shuffle-alike = All chairs that could be dealt are alike, so there is nothing to shuffle: take the one that you want with { TYPED("chair") }.
table-no-bot = No bot sits there: name a chair with a bot.
table-spymaster-watches = This member only watches: ask them to join first.
table-spymaster-team = Say in which team: { TYPED("spymaster") }, the team ({ $teams }), and the member.
table-spymaster-same = This member sits in that chair already: name another one.
table-spymaster-nobody = There is nobody else to pick: let somebody join a team first.
table-no-keyed-chair = There are no spymasters in this game, so there is nobody to pick: take the chair that you want with { TYPED("chair") }.
table-who-absent = They are not at this table: ask them to join first.
table-replace-same = They sit in this chair already: name somebody else.
table-replace-seated = They sit in another chair: ask them to give it up first.
table-host-already = This member is the host already: name another one.
table-drop-self = To leave the table yourself, type { TYPED("leave") }.
table-stop-host = Only the host may stop this game: ask the host, or somebody who manages this place. If the host is away, { TYPED("host") } makes you the host.
table-typed-nobody = A person has to type what this game is played with, and no person sits where that is done: take that chair first.
table-rematch-running = The game is not over yet: finish it, or stop it first.
table-rematch-open = The next game has been opened already: join it.
table-no-clock = This table has no clock: the host turns it on with { TYPED("set clock") }, such as { TYPED("set clock enforced") }.
table-paused-already = The clock stands still already: { TYPED("resume") } lets it go on.
table-not-paused = The clock does not stand still: { TYPED("pause") } stops it.
table-nothing-to-take-back = { $why }
table-take-back-others = The last move was another team's: only that team may ask to take it back.
table-take-back-uncovered = The card stays uncovered: it's covered again only if people in every other team agree, for bots don't. Play on from here.
table-take-back-open = That has been proposed already: the other teams type { TYPED("agree") } or { TYPED("refuse") }.
table-nothing-proposed = No take-back is proposed now: type { TYPED("takeback") } to propose one.
table-agreed-already = Your team has agreed already: wait for the other teams.
table-setting-unknown = There is no setting "{ $name }": choose one of { $names }.
table-setting-clock = "{ $value }" is nothing that a clock can do: choose one of { $modes }.
table-setting-seconds = "{ $value }" is no time for a turn: choose { $least } to { $most }, such as 90s or 3m.
table-setting-hours = "{ $value }" is no time for slow play: choose { $least } to { $most } hours.
table-setting-pace = "{ $value }" is no time for a bot to think: choose 0 to { $most } seconds, such as 1.5.
table-setting-theme = "{ $value }" is no look of the board's pictures: choose one of { $themes }.
table-setting-thread = "{ $value }" does not say whether the game has a thread of its own: choose on or off.
table-setting-stop = "{ $value }" is nobody who could stop a game: choose host or anyone.

# Before the game begins, and after it was stopped

table-was-stopped = This game was stopped: { TYPED("rematch") } opens the next one.

# The lobby

game-name =
    { $game ->
        [codenames] Codenames
        [hangman] Hangman
        [shiritori] Shiritori
       *[other] { $game }
    }
table-title = { $game }: who plays where?
table-member = { $who } (member { $number })
table-member-host = { $who } (member { $number }, host)
table-sitter-empty =
    { $named ->
        [yes] empty; the bot { $bot } sits down at the start
       *[no] empty; a bot sits down at the start
    }
table-sitter-wanted = empty; a person has to sit here
table-sitter-open = open to anybody
table-sitter-bot =
    { $named ->
        [yes] { $who }, a bot
       *[no] a bot
    }
table-sitters-open =
    { $others ->
        [0] { $count } chairs are open to anybody
       *[other] { $count } more chairs are open to anybody
    }
table-sitters-empty =
    { $others ->
        [0] { $count } chairs are empty
       *[other] { $count } more chairs are empty
    }; { $named ->
        [yes] the bot { $bot } sits down there at the start
       *[no] bots sit down there at the start
    }
table-watching = watches
table-wish =
    { $team ->
        [any] waits for a chair
       *[other] waits for a chair { team-in }
    }
table-direct-open-to = Direct messages reach { $who }: { $own } there.
table-direct-closed-to = Direct messages do not reach { $who }: the game goes on all the same, and { $instead }. To get it by direct message, too, allow messages from members of this server, and press "{ table-choice-chairs }", then "{ table-choice-reach }".
table-note-title = { $game }: only for you
table-note-none = You see what all see, so there is nothing more to see here.
table-note-closed = This game was stopped before there was anything to see here.
table-stopped-title = { $game }: stopped
table-stopped = { $who } stopped this game before it began.
table-closed-idle =
    { $followed ->
        [yes] This table was closed because nobody did anything here for 15 minutes before the game began.
       *[no] This table was closed because nobody did anything here for 15 minutes before the game began. To open another one, choose "{ table-choice-rematch }".
    }
table-halted = { $who } stopped this game before its end.
table-plays =
    { $language ->
        [ja] The game's words are Japanese.{" "}
        [en] {""}
       *[any] {""}
    }Played: { $plays }.
table-and = { $first } · { $following }
table-now-clock =
    { $mode ->
        [off] no clock
        [advisory] { $times }, and the table is told when time is up
        [slow] { $hours ->
            [one] 1 hour for a move
           *[other] { $hours } hours for a move
        }
       *[enforced] { $times }, and then the turn ends
    }
table-now-pace =
    { $seconds ->
        [0] bots do not wait
       *[other] bots take { $seconds } s
    }
table-now-bot = the bot { $bot } fills empty chairs
table-now-stop =
    { $stop ->
        [anyone] anybody may stop the game
       *[host] the host may stop the game
    }
table-now-theme =
    { $theme ->
        [light] light board
       *[dark] dark board
    }
table-now-thread = a thread of its own
table-time =
    { $seconds ->
        [0] { $minutes } min
       *[other] { $minutes ->
            [0] { $seconds } s
           *[other] { $minutes } min { $seconds } s
        }
    }
table-footer =
    { $bots ->
        [all] To play, press "{ table-choice-join-any }"; the host, { $host }, then presses "{ table-choice-start }", and bots take the chairs that are empty.
        [needed] To play, press "{ table-choice-join-any }"; the host, { $host }, then presses "{ table-choice-start }", and bots take the chairs that the game still needs.
        [open] To play, press "{ table-choice-join-any }"; the host, { $host }, then presses "{ table-choice-start }".
       *[none] All chairs are taken: the host, { $host }, presses "{ table-choice-start }".
    }
table-footer-nobody = Nobody is at this table: who joins first is the host.
table-choice-join-any = Join
table-choice-chairs = Change chairs
table-choice-rules = How it works
table-choice-settings = Settings
panel-chairs-title = { $game }: your chair
panel-chairs-seated = You sit as { $seat }. Press a chair to move there.
panel-chairs-none =
    { $now ->
        [watching] You watch. Press a chair to play there.
       *[away] You have no chair yet. Press a chair to sit down there.
    }
panel-chairs-all = The chairs of all:
panel-rules-title = { $game }: how it works
panel-settings-title = { $game }: settings
panel-settings-now = Now: { $settings }.
panel-settings-host = Only the host, { $host }, changes these. A member can become host where the host is away.
table-choice-join =
    { $team ->
        [guessers] Join the guessers
       *[other] Join { team }
    }
table-choice-stand = Give up my chair
table-choice-watch = Watch
table-choice-leave = Leave
table-choice-host = Become host
table-choice-reach = Try direct messages again
table-choice-start = Start
table-choice-shuffle = Shuffle teams
table-choice-spymaster = Pick spymasters
table-choice-bots = Fill with bots
table-choice-stop = Stop the game

# Forms of the lobby

form-bot = Add a bot
form-clock = Clock settings
form-table = Table settings
form-game = Game settings
form-more = More game settings
blank-seat = Chair
blank-clock = Clock: off; advisory tells that time is up; enforced ends the turn; slow counts hours
blank-hours = Hours for a turn in slow play
blank-bot = Bot that fills empty chairs
blank-pace = Seconds that bots take at least
blank-stop = Who may stop the game
blank-theme = Pictures of the board
blank-thread = Own thread: the game is played in a thread, where there are threads

# Beside the game

table-players = { $who }
table-players-in-role = { $who } ({ $role })
table-player-bot =
    { $named ->
        [yes] the bot { $who }
       *[no] a bot
    }
table-host = Host
table-thinking = Now thinking: { $who }.
table-vacant = Nobody sits as { $seat }: the game waits when this chair has to play.
table-choice-chair = Sit down as { $seat }
table-choice-bot =
    { $named ->
        [yes] Let { $bot } play
       *[no] Let a bot play
    }
table-give-up = { team } is asked whether to give the game up: whoever agrees gives it up, too. Still to agree: { $who }.
table-paused = The clock stands still.
table-due-advisory = The time is up { $when }. Nothing ends then: the table is only told.
table-due-over = The time is up. Nothing ends: whoever is to move still can.
table-due-ends =
    { $clock ->
        [slow] Slow play: the time
       *[enforced] The time
    } is up { $when }, and then { $ends ->
        [game] the game
       *[turn] this turn
    } ends.
table-choice-resume = Let the clock go on
table-choice-agree = Agree
table-choice-refuse = Let it stand
table-choice-admit = Admit as { $seat }
table-choice-keep-out = Keep out
table-choice-rematch = Play again

# Who sits in a chair, in what games say

sitter-person = { $who }
sitter-bot = { $who }
sitter-at = { $who } ({ $place })
sitter-gone = Somebody

# What happened at the table

table-event-opened = { $who } opens a table of { $game }.
table-event-room = The game is shown in a further room now.
table-event-joined = { $who } joins.
table-event-joined-team = { $who } joins { team-within }.
table-event-left = { $who } leaves.
table-event-dropped = { $by } makes { $who } leave.
table-event-vacant = { $said } Nobody sits as { $seat } now: fill the chair with { TYPED("chair") }, { TYPED("bot") } or { TYPED("replace") }.
table-event-wished =
    { $team ->
        [any] { $who } would play in any team.
       *[other] { $who } would play { team-in }.
    }
table-event-seated = { $who } sits down as { $seat }.
table-event-asks-chair = { $who } would sit down as { $seat } and see what is seen there: the host or somebody who plays in that team has to agree.
table-event-kept-out = { $by } is against it: { $who } does not sit down there.
table-event-stood = { $who } no longer sits as { $seat }.
table-event-watched = { $who } watches.
table-event-key-shown = { $who } has been shown what only some may see in this game.
table-event-direct =
    { $reached ->
        [yes] Direct messages reach { $who }.
       *[no] Direct messages do not reach { $who }.
    }
table-event-direct-instead = Direct messages do not reach { $who }: { $instead }.
table-event-direct-retried = { $who } is sent a direct message again.
table-event-bot-seated =
    { $named ->
        [yes] The bot { $who } sits down as { $seat }.
       *[no] A bot sits down as { $seat }.
    }
table-event-bot-removed = The bot no longer sits as { $seat }.
table-event-host = { $who } is the host now.
table-event-settings = The table is set: { $settings }.
table-event-options =
    The game is set otherwise, for { $chairs ->
        [one] 1 chair
       *[other] { $chairs } chairs
    }.
table-event-started = { $who } starts the game.
table-event-stopped = { $who } stops the game.
table-event-closed = The table is closed because nobody did anything here for 15 minutes.
table-event-reopened = { $who } lets the game go on that was stopped.
table-event-over = The game is over.
table-event-names = Names were deleted from this game.
table-event-rematched = { $who } opens the next game.
table-event-give-up = { $who } would give the game up for { team-within }: everybody who plays in it has to do so now, { $who } once more.
table-event-give-up-agreed = { $who } would give the game up for { team-within }, too.
table-event-give-up-lapsed = Nobody in { team-within } is asked any more whether to give up.
table-event-paused = { $who } stops the clock.
table-event-resumed = { $who } lets the clock go on.
table-event-take-back = { $who } takes the last move back.
table-event-proposed = { $who } asks to take the last move back. Still to agree: { $teams }.
table-event-agreed = { $who } agrees for { team-within }.
table-event-refused = { $who } is against it: the move stands.
table-event-lapsed = The move stands: nobody is asked about it any more.
table-event-taken-back = The last move is taken back, and its turn is not rated.
table-event-time-up = The time of turn { $turn } is up.

# What values are called that can be chosen

value-switch-on = on
value-switch-off = off
value-thread-on = on
value-thread-off = off
value-clock-off = off: no times
value-clock-advisory = advisory: tells that time is up
value-clock-enforced = enforced: ends the turn
value-clock-slow = slow: hours for a turn
value-stop-host = host: who opened the table
value-stop-anyone = anyone at the table
value-theme-dark = dark
value-theme-light = light
