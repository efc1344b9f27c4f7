import type { z } from 'zod';
import type { FieldProblem } from '../../../../errors.ts';
import type { ApiClient, ClassifyResponse } from './api-client.ts';

/** State of an issue, common to all trackers. */
export type IssueState = 'open' | 'started' | 'closed';

/** An issue of a tracker. */
export interface ExternalIssue {
  /** Id that is never reused and survives moves and renames. */
  id: string;
  /** Visible key, used in URLs: `#12`, `SHOP-12`. */
  key: string;
  url: string;
  state: IssueState;
  /** Time of the last change, by the tracker's clock. */
  changedAt?: Date;
}

/** A file of an annotation or a reply. */
export interface SentFile {
  name: string;
  /** Works for 24 hours. */
  url: string;
}

/** An annotation as sent to providers. Texts are unescaped; each provider escapes them. */
export interface AnnotationText {
  /** Correlation marker, for trackers. */
  id: string;
  number: number;
  content: string;
  pageUrl: string;
  /** Opens the thread on the page. */
  pageLink: string;
  /** Opens the thread in the dashboard. */
  appLink: string;
  selector?: string;
  /** Picture of the whole page. */
  pictureUrl?: string;
  /** Picture of the element and its surroundings. */
  cropUrl?: string;
  author: string;
  project: string;
  files: readonly SentFile[];
}

/** A reply as sent to providers. */
export interface CommentText {
  /** Correlation marker, for trackers. */
  id: string;
  content: string;
  author: string;
  files: readonly SentFile[];
}

/** An issue tracker, connected to one project. All methods throw ProviderError. */
export interface Tracker {
  /** URL that scopes issue keys. An equal key in another location is another issue. */
  location: string;
  /** @returns a description of the location that issues are written to */
  check(): Promise<string>;
  /** Reads the issue that has the key now, with its text; undefined if none has it. */
  readIssue(issue: ExternalIssue): Promise<(ExternalIssue & { text: string }) | undefined>;
  /** Finds the issue that an earlier attempt with an unknown result may have created since. */
  findIssue(marker: string, since: Date): Promise<ExternalIssue | undefined>;
  createIssue(annotation: AnnotationText): Promise<ExternalIssue>;
  /** Finds the id of the comment that an earlier attempt may have created since. */
  findComment(issue: ExternalIssue, marker: string, since: Date): Promise<string | undefined>;
  /** @returns the comment's id */
  addComment(issue: ExternalIssue, comment: CommentText): Promise<string>;
  /** @returns the resulting state */
  setState(issue: ExternalIssue, state: IssueState): Promise<Pick<ExternalIssue, 'state' | 'changedAt'>>;
}

/** A message about an event, for channels. */
export interface Notice {
  kind: 'annotation' | 'reply' | 'status';
  annotation: AnnotationText;
  /** The reply, if `kind` is `reply`. */
  comment?: CommentText;
  /** Display text of the new status, if `kind` is `status`. */
  status?: string;
}

/** A channel for messages. Both methods throw ProviderError. */
export interface Channel {
  /**
   * Checks the connection, where necessary with a test message.
   *
   * @returns a description of the result
   */
  check(): Promise<string>;
  post(notice: Notice): Promise<void>;
}

/** A change reported by a tracker. */
export interface InboundChange {
  issueId: string;
  /** Time of the change, by the tracker's clock. */
  at?: Date;
  state?: IssueState;
  comment?: { id: string; text: string; author: string };
}

/** A webhook call by a tracker. */
export interface InboundCall {
  header(name: string): string | undefined;
  body: Uint8Array;
}

/** Webhook format of a tracker. */
export interface Inbound {
  /** Side that generates the secret of the signatures. */
  secretSource: 'pinbound' | 'provider';
  /** @returns an error message for an invalid signature, else undefined */
  verify(call: InboundCall, secret: string, now: number): string | undefined;
  /**
   * @returns undefined for a change that is not synchronized
   * @throws ZodError for a payload in another format
   */
  read(call: InboundCall, payload: unknown): InboundChange | undefined;
}

/** A place that an integration can write to: a repository, a project, a team or a channel. */
export interface IntegrationTarget {
  /** Value of the setting that selects it. */
  value: string;
  name: string;
  /** Owner, group, workspace or server; null if the provider has none. */
  group: string | null;
  /** Null if the provider does not report it. */
  isPrivate: boolean | null;
  /** Types that an issue can have there; empty if the provider has none or does not list them. */
  issueTypes: string[];
}

/** A page of the provider's list. */
export interface TargetPage {
  targets: IntegrationTarget[];
  /** Position of the next page; absent at the end. */
  next?: string;
}

/** Access to a provider before a target is chosen. */
export interface TargetAccess {
  baseUrl?: string;
  /** Account of a Jira Cloud token. */
  email?: string;
  token: string;
  call: ApiClient;
}

/** Selection of targets. */
export interface TargetQuery {
  /** Part of a name, in any case. */
  search?: string;
  /** `next` of the page before. */
  cursor?: string;
}

/** Whether a name contains the searched text; for providers that cannot search. */
export const matchesSearch = ({ search }: TargetQuery, ...names: string[]): boolean =>
  search === undefined || names.some((name) => name.toLowerCase().includes(search.toLowerCase()));

/** Number of a page, where the position is one: from 1. */
export const pageNumber = ({ cursor = '1' }: TargetQuery): number => Math.max(1, Math.trunc(Number(cursor)) || 1);

/** Parameters of a connection to a provider. */
export interface ConnectOptions<S, C> {
  integrationId: string;
  settings: S;
  credentials: C;
  call: ApiClient;
}

interface ProviderBase<S, C> {
  /** Display name. */
  label: string;
  /** Fields that admins can read. */
  settings: z.ZodObject & z.ZodType<S>;
  /** Fields that are stored encrypted. */
  credentials: z.ZodObject & z.ZodType<C>;
  /** URL that requests are sent to; only its origin is shown. */
  addressOf(settings: S, credentials: C): string;
  /** Settings that select a target, the required one first. */
  targetSettings: readonly string[];
  /**
   * Reads one page of the targets that the token can write to.
   *
   * @throws ProviderError, OutboundError
   */
  listTargets(access: TargetAccess, query: TargetQuery): Promise<TargetPage>;
  /** @returns an error message for settings and credentials that exclude each other */
  checkConfig?(settings: S, credentials: C): FieldProblem | undefined;
  classifyResponse?: ClassifyResponse;
}

/** A service that integrations write to. */
export type Provider<S, C> = ProviderBase<S, C> &
  (
    | { kind: 'channel'; connect(link: ConnectOptions<S, C>): Channel }
    | {
        kind: 'tracker';
        /** Whether it has a state for work in progress. */
        hasStartedState: boolean;
        connect(link: ConnectOptions<S, C>): Tracker;
        inbound: Inbound;
      }
  );

/** Any provider. Its own schemas have validated the settings and credentials. */
export type AnyProvider = Provider<Record<string, unknown>, Record<string, unknown>>;

/** Erases the types of settings and credentials, for lists of providers. */
export const anyProvider = <S, C>(provider: Provider<S, C>): AnyProvider => provider as unknown as AnyProvider;
