import {
  type ProviderCall,
  type ProviderDouble,
  type ProviderResponse,
  startProviderDouble,
} from './provider-double.ts';

export type TrackerState = 'open' | 'started' | 'closed';

export interface TrackerComment {
  id: number;
  text: string;
  author: string;
  at: Date;
}

/** An issue, independent of the API of the tracker. */
export interface TrackerIssue {
  id: number;
  /** 1, 2, 3 … within the project. */
  number: number;
  /** Id chosen by the client. */
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

/** A change in the tracker, by the service or a person. */
export type TrackerChange =
  | { kind: 'created' | 'moved'; issue: TrackerIssue; by: string }
  | { kind: 'commented'; issue: TrackerIssue; comment: TrackerComment; by: string };

/** An inbound hook request as a tracker sends it. */
export interface HookRequest {
  headers: Record<string, string>;
  body: string;
}

/** A sent hook request and the response of the service. */
export interface SentHook extends HookRequest {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  response: any;
}

/** API and webhooks of one tracker. */
export interface TrackerKind {
  provider: 'github' | 'gitlab' | 'jira' | 'linear';
  /** True if the tracker distinguishes started issues from open ones. */
  hasStartedState: boolean;
  /** Input of createIntegration without the base URL. */
  settings: Record<string, string>;
  /** The setting that selects the target. */
  targetSetting: string;
  /** Value of the setting for a target of `otherTargets`. */
  targetValue(key: string): string;
  /** Responds to an API call. */
  respond(call: ProviderCall, tracker: Tracker): ProviderResponse;
  /** The signed hook of a change; undefined if the tracker sends none. */
  createHook(change: TrackerChange, secret: string): HookRequest | undefined;
  isCreate(call: ProviderCall): boolean;
  isComment(call: ProviderCall): boolean;
  isMove(call: ProviderCall): boolean;
  /** Response to a client that exceeds the rate limit for this many seconds. */
  rateLimited(seconds: number): ProviderResponse;
}

/**
 * Issues of a tracker and changes to them. Every change sends a hook, including changes of the
 * service.
 */
export interface Tracker {
  issues: TrackerIssue[];
  /** True if the project or repository of the integration was deleted. */
  isTargetDeleted: boolean;
  /** Keys of further repositories, projects or teams that the token can write to. */
  otherTargets: string[];
  create(values: Pick<TrackerIssue, 'title' | 'text'> & Partial<TrackerIssue>): TrackerIssue;
  comment(issue: TrackerIssue, text: string, author?: string): TrackerComment;
  move(issue: TrackerIssue, state: TrackerState, by?: string): void;
}

export type TrackerDouble = Omit<TrackerKind, 'answer'> &
  Tracker &
  ProviderDouble & {
    /** Receiver of hooks. */
    hook?: { url: string; secret: string };
    sent: SentHook[];
    /**
     * Sends pending hooks.
     * @returns the last one, with its response
     */
    sendHooks(): Promise<SentHook>;
  };

const BOT = 'pinbound-bot';

/**
 * Starts a tracker. Hooks are sent before the responses to the calls that caused them: echoes
 * arrive as early as possible.
 */
export async function startTrackerDouble(kind: TrackerKind): Promise<TrackerDouble> {
  const unsent: TrackerChange[] = [];
  let ids = 5_000_000_000;
  const tracker: Tracker = {
    issues: [],
    isTargetDeleted: false,
    otherTargets: [],
    create(values) {
      const at = new Date();
      const fresh = { labels: [], state: 'open' as const, deleted: false, comments: [], createdAt: at, updatedAt: at };
      const issue: TrackerIssue = { id: ++ids, number: tracker.issues.length + 1, ...fresh, ...values };
      tracker.issues.push(issue);
      unsent.push({ kind: 'created', issue, by: BOT });
      return issue;
    },
    comment(issue, text, author = BOT) {
      const comment = { id: ++ids, text, author, at: new Date() };
      issue.comments.push(comment);
      issue.updatedAt = new Date();
      unsent.push({ kind: 'commented', issue: structuredClone(issue), comment, by: author });
      return comment;
    },
    move(issue, state, by = BOT) {
      if (issue.state === state) return;
      Object.assign(issue, { state, updatedAt: new Date() });
      unsent.push({ kind: 'moved', issue: structuredClone(issue), by });
    },
  };
  const server = await startProviderDouble((call) => kind.respond(call, double));
  const double: TrackerDouble = Object.assign(server, tracker, kind, {
    settings: { ...kind.settings, baseUrl: server.url },
    sent: [] as SentHook[],
    async sendHooks() {
      const { hook } = double;
      for (const change of unsent.splice(0)) {
        const request = hook && kind.createHook(change, hook.secret);
        if (hook && request) double.sent.push(await postHook(hook.url, request));
      }
      return double.sent.at(-1) as SentHook;
    },
    beforeResponse: async () => void (await double.sendHooks()),
  });
  return double;
}

/** Sends a hook request to the service. */
export async function postHook(url: string, { headers, body }: HookRequest): Promise<SentHook> {
  const type = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body });
  return { headers, body, status: response.status, response: await response.json() };
}
