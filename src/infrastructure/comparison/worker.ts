// What a thread of the comparer runs: one task after the other, each answered by its result or by why there is none.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../errors.ts';
import { runTask, type Task, type TaskResults } from './task.ts';
import { UnreadableImage } from './unreadable-image-error.ts';

export type Answer =
  | { result: TaskResults[Task['kind']] }
  | { unreadable: UnreadableImage['side']; reason: string }
  | { failure: string };

const port = parentPort;
invariant(port, 'this file runs in a worker thread');

port.on('message', async (task: Task) => {
  port.postMessage(await runTask(task).then(answer, refusal));
});

const answer = (result: TaskResults[Task['kind']]): Answer => ({ result });

const refusal = (error: unknown): Answer =>
  error instanceof UnreadableImage
    ? { unreadable: error.side, reason: error.reason }
    : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
