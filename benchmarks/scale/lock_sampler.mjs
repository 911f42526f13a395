// A thread that looks again and again whether a file is locked: the share of looks in which it was is the share of time.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const pause = new Int32Array(new SharedArrayBuffer(4));
const shared = new Int32Array(workerData.shared);  // [stop, looks, locked]
const locked = new RegExp(`FLOCK .*:${workerData.inode} `);
parentPort.postMessage('looking');
while (Atomics.load(shared, 0) === 0) {
  Atomics.wait(pause, 0, 0, 0.3 + Math.random() * 0.4);
  Atomics.add(shared, 1, 1);
  if (locked.test(readFileSync('/proc/locks', 'latin1'))) Atomics.add(shared, 2, 1);
}
parentPort.close();
