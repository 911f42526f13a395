#!/usr/bin/env node
// Starts the program of this platform. install.mjs replaces this file by the program itself, where install scripts may run.
import { spawn } from "node:child_process";
import { program } from "../program.mjs";

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// Whoever ends the shim means the program.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`kedge: cannot be started: ${error.message}`);
  process.exit(3);
});
child.on("exit", (status, signal) => {
  if (signal === null) process.exit(status);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
