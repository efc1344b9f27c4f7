import type { VerifiedToken } from './access-tokens.ts';

/** Limits that an access token, or a session of the panel, sets to the right of its user. */
export interface TokenGrant {
  /** UUID of the access token or of the panel's session. */
  id: string;
  /** Whether it is a session of the panel. */
  isPanel?: true;
  /** Resource that the token of a connected app is for, an absolute URL. */
  audience?: string;
  /** Changes when actions or projects change; 0 for the panel. */
  version: number;
  /** Actions of the policies. */
  actions: ReadonlySet<string>;
  /** Listed projects with their organizations; undefined for all projects of the user. */
  projects: ReadonlyMap<string, string> | undefined;
}

/** Client that sent an access token. */
export interface TokenClient {
  ip: string;
  userAgent: string | undefined;
}

/** Reads sessions of the panel. */
export interface PanelGrants {
  /** @throws InvalidToken for a session that has ended */
  read(id: string): Promise<TokenGrant>;
}

/** Reads access tokens and records their use. */
export interface TokenGrants {
  /**
   * Reads a token, at most once in five seconds and process. Another process accepts a revoked
   * token for that long.
   *
   * @throws InvalidToken for an unknown, expired or revoked one
   */
  verify(token: string, client: TokenClient): Promise<VerifiedToken & { grant: TokenGrant }>;
  /** Forgets a changed token in this process. */
  forget(id: string): void;
}
