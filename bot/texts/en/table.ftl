# The table around a game, in English.

# Commands

command-join = Join the table, for a team if you like
command-chair = Take a chair: name team and role, or the chair itself
command-stand = Give your chair up and stay at the table
command-watch = Watch without playing
command-leave = Leave the table
command-bot = Put bots into empty chairs, or one into the chair you name
command-unbot = Take bots out of their chairs
command-shuffle = Deal all players over the teams anew
command-spymaster = Let chance pick a team's spymaster, or name one
command-replace = Put a member or a bot into a chair
command-host = Make another member the host
command-drop = Make a member leave
command-set = Change a setting of the table or an option of the game
command-start = Start the game; bots fill the empty chairs
command-stop = Stop the game
command-rematch = Open the next game for the same people
command-takeback = Propose to take the last move back
command-agree = Agree to take the move back
command-refuse = Let the move stand
command-pause = Stop the clock
command-resume = Let the clock go on
option-side = a team's name; none for any
option-seat = team and role such as red guesser, or a chair such as red-guesser-2; for a bot its name may follow
option-place = a chair such as red-guesser
option-who = platform:id, or the member's number in the lobby; for replace also a bot's name
option-member = platform:id, or the member's number in the lobby
option-setting = clock, clue-time, guess-time, hours, bot, pace, stop, or an option of the game
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
table-replace-missing = Name a chair and who sits down in it: a member or a bot, such as "replace { $chair } ace".
table-set-missing = Name a setting and its value, such as "set clock slow". The table has { $names }; the game has options of its own.
table-chair-which = That is not one chair: name one of { $chairs }.
table-chair-unknown = There is no chair "{ $chair }" at this table: choose one of { $chairs }.
table-team-unknown = There is no team "{ $team }" at this table: choose one of { $teams }.

# What cannot be done now

table-closed = This game is over: only "rematch" opens the next one.
table-running = The game has begun, so this can no longer be changed: do it before the next game starts.
table-not-started = The game has not begun yet: the host starts it with "start".
table-host-only = Only the host may do that: ask the host, or somebody who manages this place.
table-not-member = You are not at this table: type "join" first.
table-players-only = Only those who sit in a chair may do that: take a chair first.
table-nobody = Nobody is at this table: type "join" first.
table-nobody-plays = Everybody here only watches: let somebody join first.
table-join-running = You are at this table already, and the game has begun: take a chair that is empty or has a bot, with "chair".
table-joined-already = You are at this table already: take a chair with "chair", or wait for the start.
table-team-full =
    All { $places ->
        [one] 1 place
       *[other] { $places } places
    } in this team are taken: join another team, or ask the host for more chairs.
table-team-yours = You are in this team already: take a chair with "chair", or wait for the start.
table-chair-yours = You sit in this chair already.
table-chair-taken = Somebody sits in this chair: choose one that is empty or has a bot.
table-chairs-taken = People sit in all of these chairs: choose others, or watch.
table-barred = Who has seen the key of this game may only sit in a chair that sees it: take such a chair, or watch until the next game.
table-stand-unseated = You sit in no chair: there is nothing to give up.
table-watching-already = You are watching already: type "join" to play.
table-not-seated = You sit in no chair: take one that is empty or has a bot, with "chair".
table-bot-unknown = No bot is called "{ $name }": choose one of { $known }.
table-bot-person = A person sits in this chair: the host may put a bot there with "replace".
table-bot-already = { $name } sits in this chair already: choose another chair or another bot.
table-no-empty-chair = None of these chairs is empty: name a single chair to change its bot.
table-no-bot = No bot sits there: name a chair with a bot.
table-spymaster-watches = This member only watches: ask them to join first.
table-spymaster-team = Say in which team: "spymaster", the team ({ $teams }), and the member.
table-spymaster-same = This member sits in that chair already: name another one.
table-spymaster-nobody = There is nobody else to pick: let somebody join a team first.
table-no-keyed-chair = Nobody sees a key in this game, so there is no spymaster to pick.
table-who-absent = They are not at this table: ask them to join first.
table-replace-same = They sit in this chair already: name somebody else.
table-replace-seated = They sit in another chair: ask them to give it up first.
table-host-already = This member is the host already: name another one.
table-drop-self = To leave the table yourself, type "leave".
table-stop-host = Only the host may stop this game: ask the host, or somebody who manages this place.
table-typed-nobody = A person has to type what this game is dealt from, and only bots sit where that is done: take the spymaster's chair first.
table-rematch-running = The game is not over yet: finish it, or stop it first.
table-rematch-open = The next game has been opened already: join it.
table-no-clock = This table has no clock: the host turns it on with "set clock", such as "set clock enforced".
table-paused-already = The clock stands still already: "resume" lets it go on.
table-not-paused = The clock does not stand still: "pause" stops it.
table-nothing-to-take-back = There is no move that can be taken back: only what came after the last clue can, and only before the next one.
table-take-back-others = The last move was another team's: only that team may ask to take it back.
table-take-back-open = That has been proposed already: the other teams type "agree" or "refuse".
table-nothing-proposed = No take-back is proposed now: type "takeback" to propose one.
table-agreed-already = Your team has agreed already: wait for the other teams.
table-setting-unknown = There is no setting "{ $name }": choose one of { $names }.
table-setting-clock = "{ $value }" is nothing that a clock can do: choose one of { $modes }.
table-setting-seconds = "{ $value }" is no time for a turn: choose { $least } to { $most }, such as 90s or 3m.
table-setting-hours = "{ $value }" is no time for slow play: choose { $least } to { $most } hours.
table-setting-pace = "{ $value }" is no time for a bot to think: choose 0 to { $most } seconds, such as 1.5.
table-setting-stop = "{ $value }" is nobody who could stop a game: choose host or anyone.

# Before the game begins, and after it was stopped

table-was-stopped = This game was stopped: "rematch" opens the next one.

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
table-sitter-empty = empty; the bot { $bot } sits down at the start
table-sitter-bot = { $who }, a bot
table-watching = watches
table-wish =
    { $team ->
        [any] waits for a chair
       *[other] waits for a chair in the team { team }
    }
table-settings = The table: { $settings }.
table-footer = { $host } is the host and starts the game. Bots fill the chairs that are empty then.
table-footer-nobody = Nobody is at this table: who joins first is the host.
table-choice-join = Join { team }
table-choice-stand = Give up my chair
table-choice-watch = Watch
table-choice-leave = Leave
table-choice-start = Start
table-choice-shuffle = Shuffle teams
table-choice-spymaster = Pick spymasters
table-choice-bots = Fill with bots
table-choice-stop = Stop the game

# Beside the game

table-vacant = Nobody sits as { $seat }: the game waits when this chair has to play.
table-choice-chair = Sit down as { $seat }
table-choice-bot = Let { $bot } play
table-paused = The clock stands still.
table-choice-resume = Let the clock go on
table-choice-agree = Agree
table-choice-refuse = Let it stand
table-choice-rematch = Play again

# What happened at the table

table-event-opened = { $who } opens a table of { $game }.
table-event-room = The game is shown in a further room now.
table-event-joined = { $who } joins.
table-event-joined-team = { $who } joins the team { team }.
table-event-left = { $who } leaves.
table-event-dropped = { $by } makes { $who } leave.
table-event-vacant = { $said } Nobody sits as { $seat } now: fill the chair with "chair", "bot" or "replace".
table-event-wished =
    { $team ->
        [any] { $who } would play in any team.
       *[other] { $who } would play in the team { team }.
    }
table-event-seated = { $who } sits down as { $seat }.
table-event-stood = { $who } no longer sits as { $seat }.
table-event-watched = { $who } watches.
table-event-key-shown = { $who } may see the key of this game from now on.
table-event-bot-seated = The bot { $who } sits down as { $seat }.
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
table-event-over = The game is over.
table-event-rematched = { $who } opens the next game.
table-event-paused = { $who } stops the clock.
table-event-resumed = { $who } lets the clock go on.
table-event-take-back = { $who } takes the last move back.
table-event-proposed = { $who } asks to take the last move back. Still to agree: { $teams }.
table-event-agreed = { $who } agrees for the team { team }.
table-event-refused = { $who } is against it: the move stands.
table-event-lapsed = The game has gone on: the move stands.
table-event-taken-back = The last move is taken back, and its turn is not rated.
table-event-time-up = The time of turn { $turn } is up.
