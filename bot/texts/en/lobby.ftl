# The table around a game, in English.

# Commands

command-join = Join the table; name a team if you like
command-chair = Take a chair, by its team and role or by its own name
command-stand = Give up your chair and stay at the table
command-watch = Watch without playing
command-leave = Leave the table
command-reach = Try again to send you direct messages
command-bot = Put bots into empty chairs, or one into the chair that you name
command-unbot = Take bots out of their chairs
command-shuffle = Shuffle all players into new teams
command-spymaster = Pick a team's spymaster at random, or by name
command-replace = Put a member or a bot into a chair
command-host = Make another member the host, or yourself if the host is away
command-drop = Make a member leave
command-set = Change a setting of the table or an option of the game
command-start = Start the game; bots fill the empty chairs
command-stop = Stop the game
command-rematch = Open the next game for the same people
command-takeback = Ask to take back the last move
command-agree = Agree to a take-back, or to someone's request for a chair
command-refuse = Refuse a take-back, or someone's request for a chair
command-pause = Stop the clock
command-resume = Start the clock again
option-side = a team's name, or none for any team
option-table = the code of a table elsewhere, to bring it here; "Settings" there shows it
option-seat = a chair, or team and role, as the lobby names them; for a bot, its name can follow
option-place = a chair, as the list names it
option-who = Mention, platform:id, or the member's number in the lobby; for replace also a bot's name
option-member = platform:id, or the member's number in the lobby
option-setting = a setting of the table such as clock, or an option of the game
option-value = the new value

# Lines that cannot be parsed

table-line-extra = "{ $verb }" takes no more than that: leave out "{ $rest }".
table-who-missing = Say which member: "{ $verb }" and their number in the lobby, or platform:id.
table-who-number =
    There's no member number { $number } here: { $members ->
        [0] nobody is at this table.
        [one] the only member is number 1.
       *[other] choose a number from 1 to { $members }.
    }
table-who-unread = I don't know who "{ $who }" is: type the number next to their name in the lobby.
table-replace-missing = Name a chair, and a bot or a member's number for it, such as "replace { $chair } 2".
table-set-missing = Name a setting and its value, such as { TYPED("set clock slow") }. The table's settings now: { $now }. Before the start you can set the game's own options in the same way.
table-set-mixed = The table's settings ({ $names }) and the game's options need separate lines: type one, then the other.
table-chair-which = That isn't one chair: name one of { $chairs }.
table-chair-unknown = There's no chair "{ $chair }" at this table: choose one of { $chairs }.
table-team-unknown = There's no team "{ $team }" at this table: choose one of { $teams }.

# Refused actions

table-closed = This game is over: open the next one with { TYPED("rematch") }.
table-running = The game is under way, so this can't be changed now: do it before the next game starts.
table-begun = The game is under way already: use its newest board.
table-not-started = The game hasn't started yet: the host starts it with { TYPED("start") }.
table-host-only = Only the host can do that: ask the host, or someone who manages the channel where the table was opened. If the host is away, become the host with { TYPED("host") }.
table-host-stays = Only the host can do that: ask them to make you the host.
table-host-here =
    The host was here not long ago: ask them to make you the host. If they do nothing, you can take over in { $hours ->
        [0] { $minutes } min
       *[other] { $hours } h { $minutes } min
    }.
table-not-member = You aren't at this table: join it first with { TYPED("join") }.
table-players-only = Only players can do that: take a chair first.
table-nobody = Nobody is at this table: join it first with { TYPED("join") }.
table-nobody-plays = Everybody here is watching: someone has to join first.
table-join-host = The host chooses who plays at this table: join as a spectator with { TYPED("watch") }, and ask the host to give you a chair with { TYPED("replace") }.
table-join-running = You're at this table already, and the game is under way: take a chair that's empty or has a bot, with { TYPED("chair") }.
table-joined-already = You're at this table already: take a chair with { TYPED("chair") }, or wait for the start.
table-team-full =
    All { $places ->
        [one] 1 place
       *[other] { $places } places
    } in this team are taken: join another team, or ask the host for more chairs.
table-team-yours = You're in this team already: take a chair with { TYPED("chair") }, or wait for the start.
table-chair-yours = That's your chair already: name another one to move there.
table-chair-taken = Someone else has this chair: choose one that's empty or has a bot.
table-chair-waiting = You've asked for this chair already: wait until the host or someone in that team agrees.
table-chair-requested = Someone else is asking for this chair: wait for their answer, or choose another one.
table-no-request = Nobody is asking for that chair now, so there's nothing to answer.
table-request-others = Only the host or another player of that team decides who becomes { $seat }: wait for them.
table-give-up-waiting = You've agreed to resign already: wait for the others in your team, or play on.
table-chairs-taken = People have all of these chairs: choose others, or watch.
table-barred = You've seen something in this game that only some chairs see: take a chair that sees the same, or watch until the next game.
table-stand-unseated = You don't have a chair, so there's nothing to give up.
table-watching-already = You're watching already: to play, type { TYPED("join") }.
table-not-seated = You don't have a chair: take one that's empty or has a bot, with { TYPED("chair") }.
table-full = Every chair in this game is taken: watch until one is free, or play the next game.
table-direct-no-key = You don't need direct messages now, because your chair sees what everybody sees: look at the game's message.
table-direct-open = You get direct messages already: look there for everything that's only for you.
table-direct-tried = A direct message to you is on its way: wait a moment, and look at the lobby again.
table-bot-unknown = There's no bot called "{ $name }": choose one of { $known }.
table-bot-unfit = { $name } can't be { $seat }: choose a bot that can ({ $known }).
table-bot-person = A person has this chair: the host can put a bot there with { TYPED("replace") }.
table-bot-already = { $name } has this chair already: choose another chair or another bot.
table-no-empty-chair = None of these chairs is empty: to change a chair's bot, name that chair alone.
table-no-chair-in-need = No chair needs a bot now: to put one into an empty chair, name it, such as "bot { $chair }".
table-chair-for-bot = Only a bot can be { $seat } here: take another chair, or ask the host to change the game's options before it starts.
table-chair-for-person = Only a person can be { $seat } here: take that chair yourself, or ask the host to change the game's options.
table-person-missing = The game needs a person as { $seat }: take that chair with { TYPED("chair") }, or change the game's options.
table-shuffle-alike = All chairs are alike, so there's nothing to shuffle: take the one you want with { TYPED("chair") }.
table-no-bot = There's no bot in that chair: name a chair with a bot.
table-spymaster-watches = This member is watching: ask them to join first.
table-spymaster-team = The team is missing: type { TYPED("spymaster") }, the team ({ $teams }), and the member.
table-spymaster-same = This member has that chair already: name someone else.
table-spymaster-nobody = There's nobody else to pick: someone has to join a team first.
table-no-keyed-chair = This game has no spymasters to pick: take the chair you want with { TYPED("chair") }.
table-who-absent = They aren't at this table: ask them to join first, with { TYPED("join") } or { TYPED("watch") }.
table-replace-same = They have this chair already: name someone else.
table-replace-seated = They have another chair: ask them to give it up first.
table-host-already = This member is the host already: name someone else.
table-drop-self = To leave the table yourself, type { TYPED("leave") }.
table-stop-sure = Stop this game for everyone?
table-stop-host = Only the host can stop this game: ask the host, or someone who manages the channel where the table was opened. If the host is away, become the host with { TYPED("host") }.
table-typed-nobody = This game needs something that a person types, and nobody has the chair for it: take that chair first.
table-rematch-running = The game isn't over yet: finish it, or stop it first.
table-rematch-open = The next game is already open in the channel of this one: join it there.
table-no-clock = This table has no clock: the host can set one, such as { TYPED("set clock enforced") }.
table-paused-already = The clock is stopped already: start it again with { TYPED("resume") }.
table-not-paused = The clock isn't stopped: stop it with { TYPED("pause") }.
table-nothing-to-take-back = { $why }
table-take-back-others = The last move was another team's: only that team can ask to take it back.
table-take-back-uncovered = The card stays uncovered: it can only be covered again if people in every other team agree, and bots can't agree to that. Play on from here.
table-take-back-open = Someone has asked for that already: the other teams answer with { TYPED("agree") } or { TYPED("refuse") }.
table-nothing-proposed = Nobody is asking to take a move back: you can, with { TYPED("takeback") }.
table-agreed-already = Your team has agreed already: wait for the other teams.
table-setting-unknown = There's no setting "{ $name }": choose one of { $names }.
table-setting-clock = The clock can't be "{ $value }": choose one of { $choices }.
table-setting-seconds = A turn can't take "{ $value }": choose { $least } to { $most }, such as 90s or 3m.
table-setting-hours = A turn in slow play can't take "{ $value }" hours: choose { $least } to { $most }.
table-setting-pace = A bot can't think for "{ $value }" seconds: choose 0 to { $most }, such as 1.5.
table-setting-theme = The board's theme can't be "{ $value }": choose one of { $choices }.
table-setting-thread = The setting thread can't be "{ $value }": choose on or off.
table-setting-stop = The setting stop can't be "{ $value }": choose host or anyone.
table-setting-join = The setting join can't be "{ $value }": choose anyone or host.

# Before the game begins, and after it was stopped

table-was-stopped = This game was stopped: open the next one with { TYPED("rematch") }.

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
        [yes] empty; the bot { $bot } takes it at the start
       *[no] empty; a bot takes it at the start
    }
table-sitter-wanted = empty; it needs a person
table-sitter-open =
    { $to ->
        [host] open to people whom the host chooses
       *[anyone] open to anybody
    }
table-sitter-bot =
    { $named ->
        [yes] { $who }, a bot
       *[no] a bot
    }
table-sitters-open =
    { $others ->
        [0] { $count } chairs are
       *[other] { $count } more chairs are
    } { table-sitter-open }
table-sitters-empty =
    { $others ->
        [0] { $count } chairs are empty
       *[other] { $count } more chairs are empty
    }; { $named ->
        [yes] the bot { $bot } takes them at the start
       *[no] bots take them at the start
    }
table-watching = watching
table-wish =
    { $team ->
        [any] waiting for a chair
       *[other] waiting for a chair { team-in }
    }
table-direct-open-to = Direct messages reach { $who }: { $own } there.
table-direct-closed-to = Direct messages don't reach { $who }: you can play all the same, and { $instead }. To get it by direct message too, let me write to you (on Discord: allow messages from members of this server), then press "{ table-choice-chairs }" and "{ table-choice-reach }".
table-note-title = { $game }: only for you
table-note-none = You see what everybody sees, so there's nothing more to show you here.
table-note-closed = This game was stopped before there was anything to see here.
table-stopped-title = { $game }: stopped
table-stopped = { $who } stopped this game before it began.
table-closed-idle =
    { $followed ->
        [yes] This table was closed, because nobody did anything here for 15 minutes before the start.
       *[no] This table was closed, because nobody did anything here for 15 minutes before the start. To open another one, choose "{ table-choice-rematch }".
    }
table-halted = { $who } stopped this game before its end.
table-forfeited = That counts as a loss for { $seat }'s side.
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
        [advisory] { $times }, and a message when time is up
        [slow] { $hours ->
            [one] 1 hour for a move
           *[other] { $hours } hours for a move
        }
       *[enforced] { $times }, and then the turn ends
    }
table-now-pace =
    { $seconds ->
        [0] bots don't wait
       *[other] bots take { $seconds } s
    }
table-now-bot = the bot { $bot } fills empty chairs
table-now-stop =
    { $stop ->
        [anyone] anybody can stop the game
       *[host] the host can stop the game
    }
table-now-join = the host chooses who plays
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
        [closed] The host, { $host }, chooses who plays: press "{ table-choice-watch }", and ask for a chair. The host then presses "{ table-choice-start }".
        [all] To play, press "{ table-choice-join-any }". The host, { $host }, then presses "{ table-choice-start }", and bots take the empty chairs.
        [needed] To play, press "{ table-choice-join-any }". The host, { $host }, then presses "{ table-choice-start }", and bots take the chairs that the game still needs.
        [open] To play, press "{ table-choice-join-any }". The host, { $host }, then presses "{ table-choice-start }".
       *[none] All chairs are taken. The host, { $host }, presses "{ table-choice-start }".
    }
table-footer-nobody = Nobody is at this table. Press "{ table-choice-join-any }" to be the host.
table-choice-join-any = Join
table-choice-chairs = Change chairs
table-choice-rules = Rules
table-choice-settings = Settings
panel-chairs-title = { $game }: your chair
panel-chairs-seated = You're { $seat }. Press a chair to move there.
panel-chairs-none =
    { $now ->
        [watching] You're watching. Press a chair to play there.
        [closed] The host chooses who plays at this table: watch, and ask the host to give you a chair.
       *[away] You don't have a chair yet. Press one to take it.
    }
panel-chairs-all = All chairs:
panel-rules-title = { $game }: the rules
panel-settings-title = { $game }: settings
panel-settings-now = Now: { $settings }.
panel-settings-code = Code of this table: { $code }. Type /{ $game } join { $code } in another channel, on any platform that I'm on, to bring the table there.
panel-settings-host = Only the host, { $host }, can change these. If the host is away, a member can become host.
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
form-bot-other = Change a bot
form-clock = Clock settings
form-table = Table settings
form-people = Permissions
form-game = Game settings
blank-seat = Chair
blank-clock = Clock: off; advisory says that time is up; enforced ends the turn; slow counts hours
blank-hours = Hours for a turn in slow play
blank-bot = Bot that fills empty chairs
blank-pace = Minimum seconds for a bot's move
blank-stop = Can stop the game
blank-join = Can take a chair
blank-theme = Theme of the board's pictures
blank-thread = Own thread: a thread for the game, in channels that have threads

# Next to the game

table-players = { $who }
table-players-in-role = { $who } ({ $role })
table-player-bot =
    { $named ->
        [yes] the bot { $who }
       *[no] a bot
    }
table-host = Host
table-thinking = Thinking now: { $who }.
table-vacant = Nobody is { $seat }: the game waits when it's this chair's turn.
table-choice-chair = Play as { $seat }
table-choice-bot =
    { $named ->
        [yes] Let { $bot } play
       *[no] Let a bot play
    }
table-give-up = Does { team-within } resign? Everybody in it has to agree. Still to agree: { $who }.
table-paused = The clock is stopped.
table-due-advisory = Time is up { $when }. The turn doesn't end then: there's only a message.
table-due-over = Time is up, but the turn goes on: keep playing.
table-due-ends =
    { $clock ->
        [slow] Slow play: time
       *[enforced] Time
    } is up { $when }, and then { $ends ->
        [game] the game
       *[turn] this turn
    } ends.
table-choice-resume = Start the clock
table-choice-agree = Agree
table-choice-refuse = Let it stand
table-choice-admit = Let them play as { $seat }
table-choice-keep-out = Keep out
table-choice-rematch = Play again

# Names of players in games' sentences

sitter-person = { $who }
sitter-bot = { $who } (bot)
sitter-at = { $who } ({ $place })
sitter-gone = Someone

# Events of the table

table-event-opened = { $who } opens a table of { $game }.
table-event-room = The game is now shown in another channel as well.
table-event-room-removed = The game isn't shown in this channel any more, and people who joined it from here have left it.
table-event-joined =
    { $team ->
        [any] { $who } joins.
       *[other] { $who } joins { team-within }.
    }
table-event-left = { $who } leaves.
table-event-dropped = { $by } removes { $who } from the table.
table-event-vacant = { $said } Nobody is { $seat } now: fill the chair with { TYPED("chair") }, { TYPED("bot") } or { TYPED("replace") }.
table-event-wished =
    { $team ->
        [any] { $who } would like to play, in any team.
       *[other] { $who } would like to play { team-in }.
    }
table-event-seated = { $who } is now { $seat }.
table-event-asks-chair = { $who } would like to be { $seat }, and would see all that this chair sees. The host or someone in that team has to agree.
table-event-kept-out = { $by } says no: { $who } doesn't get that chair.
table-event-stood = { $who } is no longer { $seat }.
table-event-watched = { $who } is watching.
table-event-key-shown = { $who } has seen something that only some chairs see.
table-event-direct =
    { $reached ->
        [yes] Direct messages reach { $who }.
       *[no] Direct messages don't reach { $who }.
    }
table-event-direct-instead = Direct messages don't reach { $who }: { $instead }.
table-event-direct-retried = { $who } gets another direct message, as a test.
table-event-bot-seated =
    { $named ->
        [yes] The bot { $who } is now { $seat }.
       *[no] A bot is now { $seat }.
    }
table-event-bot-removed = The bot is no longer { $seat }.
table-event-host = { $who } is now the host.
table-event-settings = The table's settings are now: { $settings }.
table-event-options =
    The game has new options, with { $chairs ->
        [one] 1 chair
       *[other] { $chairs } chairs
    }.
table-event-started = { $who } starts the game.
table-event-stopped =
    { $forfeit ->
        [none] { $who } stops the game.
       *[other] { $who } stops the game: that counts as a loss for { $forfeit }'s side.
    }
table-event-closed = The table is closed, because nobody did anything here for 15 minutes.
table-event-reopened = { $who } reopens the game that was stopped.
table-event-over = The game is over.
table-event-names = Names have been deleted from this game.
table-event-rematched = { $who } opens the next game.
table-event-give-up = { $who } would like { team-within } to resign. Everybody who plays in it has to agree, including { $who } once more.
table-event-give-up-agreed = { $who } would also like { team-within } to resign.
table-event-give-up-lapsed = The question whether { team-within } resigns is closed.
table-event-paused = { $who } stops the clock.
table-event-resumed = { $who } starts the clock again.
table-event-take-back = { $who } takes back the last move.
table-event-proposed = { $who } asks to take back the last move. Still to agree: { $teams }.
table-event-agreed = { $who } agrees for { team-within }.
table-event-refused = { $who } says no: the move stands.
table-event-lapsed = The move stands: the question whether to take it back is closed.
table-event-taken-back = The last move is taken back, and its turn isn't rated.
table-event-time-up = Time is up for turn { $turn }.

# Labels of values

value-switch-on = on
value-switch-off = off
value-thread-on = on
value-thread-off = off
value-family-on = on: leave such words out
value-family-off = off: deal every word
value-remembered-on = on: remember them
value-remembered-off = off: delete them and keep none
value-clock-off = off: no times
value-clock-advisory = advisory: says that time is up
value-clock-enforced = enforced: ends the turn
value-clock-slow = slow: hours for a turn
value-stop-host = host: the person who opened the table
value-stop-anyone = anyone at the table
value-join-anyone = anyone
value-join-host = host: people whom the host chooses
value-theme-dark = dark
value-theme-light = light
