/** Trace categories: tasks of the main thread, and script calls in them. */
export const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

const LONG_MS = 50;

interface TraceEvent {
  name: string;
  tid: number;
  pid: number;
  /** Start and duration, microseconds. */
  ts: number;
  dur?: number;
  /** CPU time, microseconds; independent of other load. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** CPU times of the embed script, ms. */
export interface ScriptTimes {
  /** Sum within tasks longer than 50 ms. */
  inLongTasks: number;
  /** Longest call except the initial run, without layouts that the page had pending. */
  longest: number;
  /** Sum of these calls. */
  total: number;
}

export function scriptTimes(trace: Uint8Array | undefined): ScriptTimes {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const calls = outermost(traceEvents.filter(({ args }) => args?.data?.url?.endsWith('/embed.min.js')));
  if (calls.length === 0) throw new Error('The trace has no call of the script');
  const layouts = outermost(traceEvents.filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree'));
  const ownTime = (call: TraceEvent) =>
    layouts.reduce((left, layout) => (contains(call, layout) ? left - (layout.tdur ?? 0) : left), call.tdur ?? 0);
  const long = traceEvents.filter(({ name, tdur = 0 }) => name === 'RunTask' && tdur > LONG_MS * 1_000);
  const times = calls.filter(({ name }) => name === 'FunctionCall').map(ownTime);
  const within = calls.filter((call) => long.some((task) => contains(task, call)));
  return {
    inLongTasks: within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000,
    longest: Math.max(...times) / 1_000,
    total: times.reduce((sum, time) => sum + time, 0) / 1_000,
  };
}

/** Returns the calls that no other call contains. */
function outermost(calls: TraceEvent[]): TraceEvent[] {
  const found: TraceEvent[] = [];
  for (const call of calls.filter(({ tdur }) => tdur !== undefined).sort((a, b) => a.ts - b.ts)) {
    if (!found.some((other) => contains(other, call))) found.push(call);
  }
  return found;
}

const contains = (outer: TraceEvent, inner: TraceEvent): boolean =>
  outer.pid === inner.pid &&
  outer.tid === inner.tid &&
  outer.ts <= inner.ts &&
  inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0);
