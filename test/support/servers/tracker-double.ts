import { type ProviderAnswer, type ProviderCall, type ProviderDouble, startProviderDouble } from './provider-double.ts';

export type TrackerState = 'open' | 'started' | 'closed';

export interface TrackerComment {
  id: number;
  text: string;
  author: string;
  at: Date;
}

/** An issue, whatever the tracker calls its members. */
export interface TrackerIssue {
  id: number;
  /** 1, 2, 3 … within the place. */
  number: number;
  /** An id that the caller chose. */
  uuid?: string;
  title: string;
  text: string;
  labels: string[];
  state: TrackerState;
  createdAt: Date;
  updatedAt: Date;
  deleted: boolean;
  comments: TrackerComment[];
}

/** Something that happened in the tracker, whoever did it. */
export type TrackerChange =
  | { kind: 'created' | 'moved'; issue: TrackerIssue; by: string }
  | { kind: 'commented'; issue: TrackerIssue; comment: TrackerComment; by: string };

/** A call of the service's inbound address, as a tracker makes it. */
export interface TrackerHook {
  headers: Record<string, string>;
  body: string;
}

/** One that was made, and how the service answered. */
export interface SentHook extends TrackerHook {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  answer: any;
}

/** What a tracker knows of itself. */
export interface TrackerKind {
  provider: 'github' | 'gitlab' | 'jira' | 'linear';
  /** Whether it tells work that was begun from work that was not. */
  knowsStarted: boolean;
  /** What createIntegration takes, but for the address. */
  place: Record<string, string>;
  /** The API. */
  answer(call: ProviderCall, tracker: Tracker): ProviderAnswer;
  /** The webhook that tells of a change, signed; undefined for what it tells nobody. */
  hookFor(change: TrackerChange, secret: string): TrackerHook | undefined;
  isCreate(call: ProviderCall): boolean;
  isComment(call: ProviderCall): boolean;
  isMove(call: ProviderCall): boolean;
  /** What it says when calls are too many, and for how long, seconds. */
  limited(seconds: number): ProviderAnswer;
}

/** What a tracker holds, and what can be done to it. Every change is told by a webhook, ours among them. */
export interface Tracker {
  issues: TrackerIssue[];
  /** The place that integrations write to is not there any more. */
  placeGone: boolean;
  create(values: Pick<TrackerIssue, 'title' | 'text'> & Partial<TrackerIssue>): TrackerIssue;
  comment(issue: TrackerIssue, text: string, author?: string): TrackerComment;
  move(issue: TrackerIssue, state: TrackerState, by?: string): void;
}

export type TrackerDouble = Omit<TrackerKind, 'answer'> &
  Tracker &
  ProviderDouble & {
    /** Webhooks go there from now on. */
    hook?: { url: string; secret: string };
    sent: SentHook[];
    /** Sends what there is to tell. @returns how the last was answered */
    tell(): Promise<SentHook>;
  };

const BOT = 'pinbound-bot';

/** Starts a tracker. Webhooks are sent before the answers to the calls that caused them: echoes come as early as can be. */
export async function startTrackerDouble(kind: TrackerKind): Promise<TrackerDouble> {
  const untold: TrackerChange[] = [];
  let ids = 5_000_000_000;
  const tracker: Tracker = {
    issues: [],
    placeGone: false,
    create(values) {
      const at = new Date();
      const fresh = { labels: [], state: 'open' as const, deleted: false, comments: [], createdAt: at, updatedAt: at };
      const issue: TrackerIssue = { id: ++ids, number: tracker.issues.length + 1, ...fresh, ...values };
      tracker.issues.push(issue);
      untold.push({ kind: 'created', issue, by: BOT });
      return issue;
    },
    comment(issue, text, author = BOT) {
      const comment = { id: ++ids, text, author, at: new Date() };
      issue.comments.push(comment);
      issue.updatedAt = new Date();
      untold.push({ kind: 'commented', issue: structuredClone(issue), comment, by: author });
      return comment;
    },
    move(issue, state, by = BOT) {
      if (issue.state === state) return;
      Object.assign(issue, { state, updatedAt: new Date() });
      untold.push({ kind: 'moved', issue: structuredClone(issue), by });
    },
  };
  const server = await startProviderDouble((call) => kind.answer(call, double));
  const double: TrackerDouble = Object.assign(server, tracker, kind, {
    place: { ...kind.place, baseUrl: server.url },
    sent: [] as SentHook[],
    async tell() {
      const { hook } = double;
      for (const change of untold.splice(0)) {
        const made = hook && kind.hookFor(change, hook.secret);
        if (hook && made) double.sent.push(await postHook(hook.url, made));
      }
      return double.sent.at(-1) as SentHook;
    },
    beforeAnswer: async () => void (await double.tell()),
  });
  return double;
}

/** Makes a tracker's call of the service. */
export async function postHook(url: string, { headers, body }: TrackerHook): Promise<SentHook> {
  const type = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body });
  return { headers, body, status: response.status, answer: await response.json() };
}
