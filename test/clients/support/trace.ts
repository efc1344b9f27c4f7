/** What Chromium is to note: the tasks of a page's thread, and the calls of scripts in them. */
export const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

const LONG_MS = 50;

interface TraceEvent {
  name: string;
  tid: number;
  pid: number;
  /** Start and length, microseconds. */
  ts: number;
  dur?: number;
  /** The part of it that the thread really ran, microseconds: another program's load does not count. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** What the embed script did, milliseconds of processor time. */
export interface ScriptTimes {
  /** All together within tasks of over 50 ms. */
  inLongTasks: number;
  /** The longest of its calls, its first run excepted, without layouts that the page owed. */
  longest: number;
}

export function scriptTimes(trace: Uint8Array | undefined): ScriptTimes {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const calls = outermost(traceEvents.filter(({ args }) => args?.data?.url?.endsWith('/embed.min.js')));
  if (calls.length === 0) throw new Error('The trace has no call of the script');
  const layouts = outermost(traceEvents.filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree'));
  const ownTime = (call: TraceEvent) =>
    layouts.reduce((left, layout) => (contains(call, layout) ? left - (layout.tdur ?? 0) : left), call.tdur ?? 0);
  const long = traceEvents.filter(({ name, tdur = 0 }) => name === 'RunTask' && tdur > LONG_MS * 1_000);
  const within = calls.filter((call) => long.some((task) => contains(task, call)));
  return {
    inLongTasks: within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000,
    longest: Math.max(...calls.filter(({ name }) => name === 'FunctionCall').map(ownTime)) / 1_000,
  };
}

/** Calls that stand in no other. */
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
