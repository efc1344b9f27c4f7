import { existsSync } from 'node:fs';

/** Checks rules between settings, even if single settings are invalid. */
export function crossChecks(environment: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  if ((environment.ROLE === 'api' || environment.ROLE === 'worker') && !environment.DATABASE_URL) {
    problems.push(
      `ROLE: ${environment.ROLE} needs DATABASE_URL, because the embedded PostgreSQL belongs to one process; set it or use ROLE=all`,
    );
  }
  if (environment.NODE_ENV === 'production' && !environment.AUTH_SECRET) {
    problems.push(
      'AUTH_SECRET: required when NODE_ENV=production; 32 random characters or more, the same in every process',
    );
  }
  const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const absent = s3.filter((name) => !environment[name]);
  if ((environment.S3_ENDPOINT || absent.length < s3.length) && absent.length > 0) {
    problems.push(`${absent.join(', ')}: also required to store snapshots in S3`);
  }
  const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
  const missingNames = oidcNames.filter((name) => !environment[name]);
  if (missingNames.length > 0 && missingNames.length < oidcNames.length) {
    problems.push(`${missingNames.join(', ')}: also required to log in with an OpenID provider`);
  }
  if (Boolean(environment.MODEL_URL) !== Boolean(environment.MODEL_NAME)) {
    problems.push(`${environment.MODEL_URL ? 'MODEL_NAME' : 'MODEL_URL'}: also required to ask a model`);
  } else if (environment.MODEL_KEY && !environment.MODEL_URL) {
    problems.push('MODEL_URL: required with MODEL_KEY');
  }
  const stripeNames = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_TEAM', 'STRIPE_PRICE_BUSINESS'];
  const presentNames = stripeNames.filter((name) => environment[name]);
  if (environment.STRIPE_SECRET_KEY) {
    const missing = stripeNames.filter((name) => !environment[name]);
    for (const name of missing) problems.push(`${name}: required with STRIPE_SECRET_KEY; Stripe's dashboard shows it`);
  } else if (presentNames.length > 0) {
    problems.push(`STRIPE_SECRET_KEY: required with ${presentNames.join(', ')}; remove them to bill by invoice`);
  }
  if (environment.INVOICE_FONT && !existsSync(environment.INVOICE_FONT)) {
    problems.push(
      `INVOICE_FONT: file "${environment.INVOICE_FONT}" not found; set the path of a TrueType or OpenType font, or none`,
    );
  }
  return problems;
}
