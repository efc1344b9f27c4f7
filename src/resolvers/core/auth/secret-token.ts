import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, url-safe. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: it cannot be turned back. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
