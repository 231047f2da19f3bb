// Plays matches at a server of boardgame.io by its own protocol, as lightly as can be.
// node driver.js PORT MATCHES says `ready` once everybody has a seat. Then each line `go`
// begins, and each line `stop` ends, with a line of JSON, a time in which every match has
// exactly one move under way.
'use strict';
const { io } = require('socket.io-client');

const [port, count] = process.argv.slice(2).map(Number);
const AT_ONCE = 50;

let goingOn = false;
let underWay = 0;
let moves = 0;
let begun = 0;
let seated = 0;
const next = new Map(); // by match: makes the next move

function moved(match, makeMove) {
  moves += 1;
  if (goingOn) {
    makeMove();
    return;
  }
  next.set(match, makeMove);
  underWay -= 1;
  if (underWay === 0) report();
}

function report() {
  const cpu = process.cpuUsage();
  const wall = (performance.now() - begun) / 1000;
  console.log(JSON.stringify({ moves, wall, cpu: (cpu.user + cpu.system) / 1e6 }));
}

function sit(match, seat) {
  const player = String(seat);
  const socket = io(`http://127.0.0.1:${port}/students`, {
    transports: ['websocket'],
    forceNew: true,
  });
  let state = 0;
  const makeMove = () => {
    const payload = { type: 'put', args: [seat + (state % 4), 1 + (state % 12)], playerID: player };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, state, match, player);
  };
  socket.on('connect', () => socket.emit('sync', match, player, undefined, 2));
  socket.on('sync', (_match, shown) => {
    state = shown.state._stateID;
    if (seat === 0) next.set(match, makeMove);
    seated += 1;
    if (seated === 2 * count) console.log('ready');
    else if (seated % (2 * AT_ONCE) === 0) sitSome();
  });
  socket.on('update', (_match, shown) => {
    state = shown._stateID;
    if (shown.ctx.currentPlayer === player) moved(match, makeMove);
  });
}

let opened = 0;
function sitSome() {
  for (let i = 0; i < AT_ONCE && opened < count; i += 1) {
    sit(`match-${opened}`, 0);
    sit(`match-${opened}`, 1);
    opened += 1;
  }
}
sitSome();

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'stop') {
      goingOn = false;
      return;
    }
    goingOn = true;
    moves = 0;
    begun = performance.now();
    underWay = next.size;
    const ready = [...next.values()];
    next.clear();
    ready.forEach((makeMove) => makeMove());
  })
  .on('close', () => process.exit(0));
