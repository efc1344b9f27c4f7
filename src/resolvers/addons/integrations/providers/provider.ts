import type { z } from 'zod';
import type { Call, Judge } from './api-client.ts';

/** Where work on an issue stands, in the words that all trackers share. */
export type IssueState = 'open' | 'started' | 'closed';

/** An issue as its tracker knows it. */
export interface ExternalIssue {
  /** Never given to another issue of the tracker, nor changed by a move or a new name. */
  id: string;
  /** What people and the tracker's addresses call it: `#12`, `SHOP-12`. */
  key: string;
  url: string;
  state: IssueState;
  /** When it last changed, by the tracker's clock. */
  changedAt?: Date;
}

/** An annotation, as it is told to others. Text is as people typed it: each provider escapes it in its own way. */
export interface AnnotationText {
  /** Its mark, where a tracker writes it. */
  id: string;
  number: number;
  content: string;
  pageUrl: string;
  selector?: string;
  pictureUrl?: string;
  author: string;
  project: string;
}

/** A reply, as it is told to others. */
export interface CommentText {
  /** Its mark, where a tracker writes it. */
  id: string;
  content: string;
  author: string;
}

/** A tracker of issues, bound to the place that an integration writes to. Everything throws ProviderError. */
export interface Tracker {
  /** The address that keys of issues stand under: what has the same key elsewhere is another issue. */
  place: string;
  /** @returns what would be written to, in words */
  check(): Promise<string>;
  /** What stands under an issue's key now, with its text; undefined when nothing does, or it has moved away. */
  readIssue(issue: ExternalIssue): Promise<(ExternalIssue & { text: string }) | undefined>;
  /** The issue that an earlier attempt with an unknown end may have made since. */
  findIssue(mark: string, since: Date): Promise<ExternalIssue | undefined>;
  createIssue(annotation: AnnotationText): Promise<ExternalIssue>;
  /** The id of the comment that an earlier attempt with an unknown end may have made since. */
  findComment(issue: ExternalIssue, mark: string, since: Date): Promise<string | undefined>;
  /** @returns the comment's id */
  addComment(issue: ExternalIssue, comment: CommentText): Promise<string>;
  /** @returns the state that the issue is in now */
  setState(issue: ExternalIssue, state: IssueState): Promise<Pick<ExternalIssue, 'state' | 'changedAt'>>;
}

/** Something that happened, as a channel is told of it. */
export interface Notice {
  kind: 'annotation' | 'reply' | 'status';
  annotation: AnnotationText;
  /** Of a reply. */
  comment?: CommentText;
  /** Of a change of status, in words. */
  status?: string;
}

/** A channel of messages. Both throw ProviderError. */
export interface Channel {
  /** Posts a message that says what it is. @returns in words, what was done */
  check(): Promise<string>;
  post(notice: Notice): Promise<void>;
}

/** What a tracker says has changed. */
export interface InboundChange {
  issueId: string;
  /** When the issue changed, by the tracker's clock. */
  at?: Date;
  state?: IssueState;
  comment?: { id: string; text: string; author: string };
}

/** A call of ours by a tracker. */
export interface InboundCall {
  header(name: string): string | undefined;
  body: Uint8Array;
}

/** How a tracker tells of changes. */
export interface Inbound {
  /** Who makes up the secret of the signatures. */
  secretBy: 'us' | 'provider';
  /** What is wrong with the call's signature, in words; undefined when it fits. */
  verify(call: InboundCall, secret: string, now: number): string | undefined;
  /** Undefined for what does not concern us. @throws ZodError for a payload that is none of the tracker's */
  read(call: InboundCall, payload: unknown): InboundChange | undefined;
}

/** What a provider is connected with. */
export interface Link<S, C> {
  integrationId: string;
  settings: S;
  credentials: C;
  call: Call;
}

interface ProviderBase<S, C> {
  /** As people call it. */
  label: string;
  /** Arguments that admins may see again. */
  settings: z.ZodObject & z.ZodType<S>;
  /** Arguments that are sealed. */
  credentials: z.ZodObject & z.ZodType<C>;
  /** The address that is called; its host alone is shown. */
  addressOf(settings: S, credentials: C): string;
  judge?: Judge;
}

/** A kind of place that integrations write to. */
export type Provider<S, C> = ProviderBase<S, C> &
  (
    | { kind: 'channel'; connect(link: Link<S, C>): Channel }
    | {
        kind: 'tracker';
        /** Whether it tells work that was begun from work that was not. */
        knowsStarted: boolean;
        connect(link: Link<S, C>): Tracker;
        inbound: Inbound;
      }
  );

/** Any provider: its settings and credentials are what its own schemas have checked. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, unknown>>;

/** Forgets the types of a provider's settings, for those who hold several. */
export const anyProvider = <S, C>(provider: Provider<S, C>): AnyProvider => provider as unknown as AnyProvider;
