import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Task, TaskResults } from './task.ts';
import { UnreadableImage } from './unreadable-image-error.ts';
import type { Answer } from './worker.ts';

/** More tasks wait already than may. */
export class ComparerBusy extends Error {
  override readonly name = 'ComparerBusy';
}

/** A task took longer than it may. */
export class ComparisonTimeout extends Error {
  override readonly name = 'ComparisonTimeout';
}

/** Compares images in threads of their own, so that this one goes on answering. */
export interface Comparer {
  /**
   * Runs a task when it is its turn.
   * @param prepare gives the task; it is called only then, so that what waits holds no images
   * @throws ComparerBusy, ComparisonTimeout, UnreadableImage, the signal's reason, what `prepare` throws, or Error when
   * its thread died
   */
  run<T extends Task>(prepare: () => Promise<T>, signal?: AbortSignal): Promise<TaskResults[T['kind']]>;
  /** Tasks that run or wait are refused. */
  close(): Promise<void>;
}

export interface ComparerSettings {
  /** Threads. Each may need 700 MB for the largest images. Default: one less than there are processors, 1 or 2. */
  threads?: number;
  /** How many tasks may wait. Default: 100. */
  queue?: number;
  /** Of one task, from its turn on, its preparation included, milliseconds. Default: 60 000. */
  timeLimitMs?: number;
  /** For tests. */
  entry?: URL;
}

interface Job {
  prepare(): Promise<Task>;
  signal?: AbortSignal;
  resolve(result: TaskResults[Task['kind']]): void;
  reject(reason: unknown): void;
}

/** The build puts the thread's bundle beside the others. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './comparison-worker.js', import.meta.url);

/** From source, the thread must learn TypeScript first: it does not inherit that. */
function startThread(entry: URL): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const load = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(load, { ...options, eval: true });
}

const DEFAULT_THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));

export function createComparer(settings: ComparerSettings = {}): Comparer {
  const { threads = DEFAULT_THREADS, queue = 100, timeLimitMs = 60_000, entry = ENTRY } = settings;
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const running = new Map<Worker, Job>();
  let closed = false;

  function next(): void {
    while (running.size < threads) {
      const job = waiting.shift();
      if (!job) return;
      start(job);
    }
  }

  function start(job: Job): void {
    const worker = idle.pop() ?? newThread();
    running.set(worker, job);
    const limit = new ComparisonTimeout(`a comparison took over ${timeLimitMs} ms`);
    const timer = setTimeout(() => stop(limit), timeLimitMs);
    const onAbort = () => stop(job.signal?.reason);
    const onMessage = (answer: Answer) => finish(() => conclude(job, answer));
    const onError = (cause: unknown) => fail(new Error('the thread of a comparison died', { cause }));
    const onExit = (code: number) => fail(new Error(`the thread of a comparison ended with ${code}`));
    job.signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.ref();
    job.prepare().then(
      (task) => running.get(worker) === job && worker.postMessage(task),
      (error) => running.get(worker) === job && finish(() => job.reject(error)),
    );

    function settle(): void {
      clearTimeout(timer);
      job.signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      running.delete(worker);
    }
    /** The thread is sound, and can take another task. */
    function finish(answer: () => void): void {
      settle();
      if (!closed) keep(worker);
      answer();
      next();
    }
    function fail(reason: unknown): void {
      settle();
      job.reject(reason);
      next();
    }
    // A thread cannot be interrupted, only ended.
    function stop(reason: unknown): void {
      fail(reason);
      void worker.terminate();
    }
  }

  function newThread(): Worker {
    const worker = startThread(entry);
    // What it reports without a task concerns nobody, and must not end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
    });
    return worker;
  }

  function keep(worker: Worker): void {
    // A process that has nothing else to do may end.
    worker.unref();
    idle.push(worker);
  }

  return {
    run<T extends Task>(prepare: () => Promise<T>, signal?: AbortSignal) {
      return new Promise<TaskResults[T['kind']]>((resolve, reject) => {
        signal?.throwIfAborted();
        if (closed) throw new Error('the comparer is closed');
        if (waiting.length + running.size >= threads + queue) {
          throw new ComparerBusy(`${waiting.length} comparisons wait already`);
        }
        const job: Job = { prepare, signal, resolve: resolve as Job['resolve'], reject };
        signal?.addEventListener('abort', () => withdraw(job, signal.reason), { once: true });
        waiting.push(job);
        // Loaded by this thread first: else its native library would go with the first thread that ends.
        import('sharp').then(next, (error: unknown) => withdraw(job, error));
      });
    },

    async close() {
      closed = true;
      const stopped = new Error('the comparer is closed');
      for (const job of [...waiting.splice(0), ...running.values()]) job.reject(stopped);
      await Promise.all([...idle, ...running.keys()].map((worker) => worker.terminate()));
    },
  };

  function withdraw(job: Job, reason: unknown): void {
    const index = waiting.indexOf(job);
    if (index < 0) return;
    waiting.splice(index, 1);
    job.reject(reason);
  }
}

function conclude(job: Job, answer: Answer): void {
  if ('result' in answer) job.resolve(answer.result);
  else if ('unreadable' in answer) job.reject(new UnreadableImage(answer.unreadable, answer.reason));
  else job.reject(new Error(`a comparison failed: ${answer.failure}`));
}
