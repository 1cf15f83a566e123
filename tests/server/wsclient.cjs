// SPDX-License-Identifier: GPL-3.0-or-later
// node wsclient.cjs FOLDER-OF-WS URL: the package "ws" against an echo. Says "all right", or what is wrong.
"use strict";
const assert = require("node:assert");
const WebSocket = require(process.argv[2]);
const url = process.argv[3];

const open = () =>
    new Promise((resolve, reject) => {
        const socket = new WebSocket(url, { perMessageDeflate: true });
        socket.once("open", () => resolve(socket));
        socket.once("error", reject);
    });
const next = (socket, event) => new Promise((resolve) => socket.once(event, (...args) => resolve(args)));
const ended = (socket) => next(socket, "close");

async function echo(socket, message) {
    socket.send(message);
    const [data, isBinary] = await next(socket, "message");
    assert.strictEqual(isBinary, typeof message !== "string");
    assert.ok(Buffer.from(message).equals(data));
}

const cases = {
    async "messages of every size"() {
        const socket = await open();
        assert.strictEqual(socket.extensions, "");
        for (const size of [0, 1, 125, 126, 65535, 65536, 1000000]) {
            await echo(socket, "x".repeat(size));
            await echo(socket, Buffer.alloc(size, size));
        }
        socket.close(1000, "done");
        const [code, reason] = await ended(socket);
        assert.strictEqual(code, 1000);
        assert.strictEqual(reason.toString(), "");
    },
    async "fragments, and a ping between them"() {
        const socket = await open();
        const pong = next(socket, "pong");
        socket.send("one ", { fin: false });
        socket.ping("between");
        socket.send("two", { fin: true });
        const [data] = await next(socket, "message");
        assert.strictEqual(data.toString(), "one two");
        assert.strictEqual((await pong)[0].toString(), "between");
        socket.close();
        assert.strictEqual((await ended(socket))[0], 1005);
    },
    async "a thousand messages on each of fifty connections"() {
        const run = async () => {
            const socket = await open();
            let received = 0;
            const all = new Promise((resolve) =>
                socket.on("message", (data) => {
                    assert.strictEqual(data.toString(), "message " + received);
                    if (++received === 1000) resolve();
                }),
            );
            for (let i = 0; i < 1000; ++i) socket.send("message " + i);
            await all;
            socket.close();
            await ended(socket);
        };
        await Promise.all(Array.from({ length: 50 }, run));
    },
    async "text that is no UTF-8 is closed with 1007"() {
        const socket = await open();
        socket.send(Buffer.from([0x61, 0xff]), { binary: false });
        assert.strictEqual((await ended(socket))[0], 1007);
    },
    async "a message over 16 MiB is closed with 1009"() {
        const socket = await open();
        socket.on("error", () => {}); // the rest of the message cannot be sent
        socket.send(Buffer.alloc(16 * 1024 * 1024 + 1));
        const [code] = await ended(socket);
        assert.ok(code === 1009 || code === 1006, String(code));
    },
    async "another path is no WebSocket"() {
        const socket = new WebSocket(url.replace("/echo", "/a.txt"));
        const [error] = await next(socket, "error");
        assert.match(error.message, /200/);
    },
};

(async () => {
    for (const [name, run] of Object.entries(cases)) {
        await run().catch((error) => {
            console.log(name + ": " + error.message);
            process.exit(1);
        });
        console.log(name);
    }
    console.log("all right");
})();
