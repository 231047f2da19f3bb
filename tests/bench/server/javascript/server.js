// A server of boardgame.io for a game of the same shape as ours: two seats that take turns,
// a view of Eriantys as its state, and a move that puts a student on an island.
// node server.js PORT VIEW, where VIEW is a file of JSON.
'use strict';
const fs = require('fs');
const { Server } = require('boardgame.io/server');

const [port, view] = process.argv.slice(2);
const text = fs.readFileSync(view, 'utf8');

const students = {
  name: 'students',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ moves: 0, view: JSON.parse(text) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G }, colour, island) => {
      G.moves += 1;
      G.view.supply = G.moves % 90;
      G.view[`island/${island}`].students[colour] += 1;
    },
  },
};

const server = Server({ games: [students], origins: [/^http:\/\/127\.0\.0\.1/] });
server
  .run({ port: { host: '127.0.0.1', port: Number(port) } })
  .then((running) => console.log(`listening on 127.0.0.1:${running.appServer.address().port}`));
