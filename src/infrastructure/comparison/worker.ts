// Entry of a comparison thread: runs tasks sequentially and posts each result or error.
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../errors.ts';
import { runTask, type Task, type TaskResults } from './task.ts';
import { UnreadableImageError } from './unreadable-image-error.ts';

export type TaskOutcome =
  | { result: TaskResults[Task['kind']] }
  | { unreadable: UnreadableImageError['side']; reason: string }
  | { failure: string };

const port = parentPort;
invariant(port, 'this file runs in a worker thread');

port.on('message', async (task: Task) => {
  port.postMessage(await runTask(task).then(succeeded, failed));
});

const succeeded = (result: TaskResults[Task['kind']]): TaskOutcome => ({ result });

const failed = (error: unknown): TaskOutcome =>
  error instanceof UnreadableImageError
    ? { unreadable: error.side, reason: error.reason }
    : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
