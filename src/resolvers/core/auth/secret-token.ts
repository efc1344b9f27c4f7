import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, URL-safe. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** Stored form of a token, which cannot be reversed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
