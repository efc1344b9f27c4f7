import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Task, TaskResults } from './task.ts';
import { UnreadableImageError } from './unreadable-image-error.ts';
import type { TaskOutcome } from './worker.ts';

/** The queue is full. */
export class DiffQueueFull extends Error {
  override readonly name = 'ComparerBusy';
}

/** The task exceeded its time limit. */
export class ComparisonTimeout extends Error {
  override readonly name = 'ComparisonTimeout';
}

/** Compares images in worker threads, so that the main thread stays responsive. */
export interface DiffWorkerPool {
  /**
   * Queues a task.
   * @param prepare loads the task once a thread is free, so that queued tasks hold no images
   * @throws DiffQueueFull, ComparisonTimeout, UnreadableImageError, the signal's reason, errors of
   *   `prepare`, or Error if the thread died
   */
  run<T extends Task>(prepare: () => Promise<T>, signal?: AbortSignal): Promise<TaskResults[T['kind']]>;
  /** Stops all threads; running and queued tasks reject. */
  close(): Promise<void>;
}

export interface DiffWorkerPoolOptions {
  /** Each thread may need 700 MB for the largest images. Default: processors minus one, 1 or 2. */
  threads?: number;
  /** Maximum queued tasks. Default: 100. */
  queue?: number;
  /** Time limit of a task from its start, preparation included, ms. Default: 60 000. */
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

/** Entry of the thread: the source, or the bundle next to this one. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './comparison-worker.js', import.meta.url);

/** Starts a thread. Run from source, it has to register the TypeScript loader itself. */
function startWorker(entry: URL): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const load = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(load, { ...options, eval: true });
}

const DEFAULT_THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));

export function createDiffWorkerPool(settings: DiffWorkerPoolOptions = {}): DiffWorkerPool {
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
    const limit = new ComparisonTimeout(`comparison exceeded ${timeLimitMs} ms`);
    const timer = setTimeout(() => stop(limit), timeLimitMs);
    const onAbort = () => stop(job.signal?.reason);
    const onMessage = (answer: TaskOutcome) => finish(() => settleJob(job, answer));
    const onError = (cause: unknown) => fail(new Error('comparison thread crashed', { cause }));
    const onExit = (code: number) => fail(new Error(`comparison thread exited with code ${code}`));
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
    /** Returns the thread to the pool. */
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
    // A thread cannot be interrupted, only terminated.
    function stop(reason: unknown): void {
      fail(reason);
      void worker.terminate();
    }
  }

  function newThread(): Worker {
    const worker = startWorker(entry);
    // An unhandled error of an idle thread would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
    });
    return worker;
  }

  function keep(worker: Worker): void {
    // Idle threads must not keep the process alive.
    worker.unref();
    idle.push(worker);
  }

  return {
    run<T extends Task>(prepare: () => Promise<T>, signal?: AbortSignal) {
      return new Promise<TaskResults[T['kind']]>((resolve, reject) => {
        signal?.throwIfAborted();
        if (closed) throw new Error('the worker pool is closed');
        if (waiting.length + running.size >= threads + queue) {
          throw new DiffQueueFull(`${waiting.length} comparisons are queued already`);
        }
        const job: Job = { prepare, signal, resolve: resolve as Job['resolve'], reject };
        signal?.addEventListener('abort', () => withdraw(job, signal.reason), { once: true });
        waiting.push(job);
        // Loaded in the main thread first; otherwise the native library is unloaded with the first
        // thread that exits.
        import('sharp').then(next, (error: unknown) => withdraw(job, error));
      });
    },

    async close() {
      closed = true;
      const stopped = new Error('the worker pool is closed');
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

function settleJob(job: Job, answer: TaskOutcome): void {
  if ('result' in answer) job.resolve(answer.result);
  else if ('unreadable' in answer) job.reject(new UnreadableImageError(answer.unreadable, answer.reason));
  else job.reject(new Error(`comparison failed: ${answer.failure}`));
}
