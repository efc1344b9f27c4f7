import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ServerProcess } from './server-process.ts';

/** Setting of a server process that `heldBytes` can look into. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Memory that a server process still refers to after a full garbage collection: JavaScript objects and buffers. */
export async function heldBytes(server: ServerProcess): Promise<number> {
  const [address = ''] = /ws:\/\/\S+/.exec(server.output()) ?? [];
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const ask = async (method: string, params = {}) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [message] = await once(socket, 'message');
    return JSON.parse(String(message)).result;
  };
  // What finalizers let go of goes with the second collection.
  for (let collections = 0; collections < 2; collections += 1) await ask('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await ask('Runtime.evaluate', { expression });
  socket.close();
  return result.value;
}
