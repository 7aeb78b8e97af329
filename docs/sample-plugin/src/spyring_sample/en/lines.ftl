option-lines = serve a room at a port of this machine, the one in SPYRING_LINES_PORT
lines-no-port = There's no port for the room: set SPYRING_LINES_PORT, for example to 4000.
lines-name = Another person here has this name: connect again, and type another one first.
lines-welcome = Welcome, { $name }! Type help to start.
