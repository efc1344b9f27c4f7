import { type CaptureCredentials, Prisma } from '../../../generated/prisma/client.ts';
import type { SecretBox } from '../../../infrastructure/secrets/secret-box.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** The encrypted part of capture credentials. */
export interface CredentialValues {
  basic: { username: string; password: string } | null;
  headers: { name: string; value: string }[];
  cookies: { name: string; value: string }[];
}

/** Capture credentials without their values. */
export type CredentialSummary = Omit<CaptureCredentials, 'secret' | 'createdAt'>;

/** Select list of a CredentialSummary for `FROM capture_credentials c`. */
export const SUMMARY_COLUMNS = selectList(Prisma.CaptureCredentialsScalarFieldEnum, {
  alias: 'c',
  without: ['secret', 'createdAt'],
});

/** A row that is moved to another environment or origin cannot be opened. */
const boundTo = (environmentId: string, origin: string) => `${environmentId} ${origin}`;

type Owner = Pick<CaptureCredentials, 'environmentId' | 'origin'>;

export const sealValues = (box: SecretBox, { environmentId, origin }: Owner, values: CredentialValues): string =>
  box.seal(JSON.stringify(values), boundTo(environmentId, origin));

/** @throws the errors of SecretBox.open */
export const openValues = (box: SecretBox, { environmentId, origin, secret }: Owner & { secret: string }) =>
  JSON.parse(box.open(secret, boundTo(environmentId, origin))) as CredentialValues;
