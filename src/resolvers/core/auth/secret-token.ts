import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';

/** 256 random bits, URL-safe. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** Hash of a random password, for an account without a login. */
export const hashUnknownPassword = (signal?: AbortSignal): Promise<string> => hashPassword(newSecretToken(), signal);

/** Stored form of a token, which cannot be reversed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
