import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ServerProcess } from './server-process.ts';

/** Environment of a server process that {@link retainedBytes} can inspect. */
export const INSPECTOR_ENV = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * Measures the JavaScript objects and buffers that a server process still references after a full
 * garbage collection, bytes.
 */
export async function retainedBytes(server: ServerProcess): Promise<number> {
  const [address = ''] = /ws:\/\/\S+/.exec(server.output()) ?? [];
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const send = async (method: string, params = {}) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [message] = await once(socket, 'message');
    return JSON.parse(String(message)).result;
  };
  // The second collection frees objects released by finalizers.
  for (let collections = 0; collections < 2; collections += 1) await send('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await send('Runtime.evaluate', { expression });
  socket.close();
  return result.value;
}
