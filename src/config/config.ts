import { StartupError } from '../errors.ts';
import { MIB } from '../lib/bytes.ts';
import { crossChecks } from './cross-checks.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { type Settings, settings } from './settings.ts';

/** Settings whose values must not appear in messages. */
const SECRET_SETTINGS = /SECRET|ACCESS_KEY|PASSPHRASE|^MODEL_KEY$|^(DATABASE|REDIS|SMTP)_URL$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

function stripeOf(env: Settings) {
  if (!env.STRIPE_SECRET_KEY) return undefined;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    prices: { team: env.STRIPE_PRICE_TEAM ?? '', business: env.STRIPE_PRICE_BUSINESS ?? '' },
    apiBase: env.STRIPE_API_BASE,
  };
}

function toConfig(env: Settings) {
  const { ROLE: role, PORT, WORKER_PORT } = env;
  const baseUrl = env.BASE_URL ?? `http://localhost:${PORT}`;
  return {
    production: env.NODE_ENV === 'production',
    /** Whether the demo project gets a history. */
    demoHistory: env.DEMO_HISTORY === 'on',
    role,
    http: {
      /** Absent: no port is opened. */
      port: role === 'worker' ? WORKER_PORT : PORT,
      host: env.HOST,
      baseUrl,
      cdnUrl: env.CDN_URL ?? baseUrl + env.SCRIPT_PATH,
      /** Further path of the scripts, as in `/tools`; empty for none. */
      scriptPath: env.SCRIPT_PATH,
      trustedProxies: env.TRUST_PROXY,
      maxConnections: env.MAX_CONNECTIONS,
    },
    dataDir: env.DATA_DIR,
    /** Absent: an embedded PostgreSQL under dataDir. */
    databaseUrl: env.DATABASE_URL,
    /** Absent: queues and live updates on PostgreSQL. */
    redisUrl: env.REDIS_URL,
    /** The first secret signs, all verify. Absent: generated once under dataDir. */
    authSecrets: env.AUTH_SECRET,
    /** Encrypts the secrets in archives of `pinbound backup`. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    /** Absent: objects are files under dataDir. */
    s3:
      env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            /** Absent: the endpoint of Amazon S3. */
            endpoint: env.S3_ENDPOINT,
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    capture: {
      /** Absent: the bundled browser, otherwise an installed one. */
      chromiumPath: env.CHROMIUM_PATH,
      concurrency: env.CAPTURE_CONCURRENCY,
      /** Timeout of one capture, milliseconds. */
      deadlineMs: env.CAPTURE_TIMEOUT * 1_000,
      /** Chromium's sandbox does not work for root. */
      sandbox: env.CAPTURE_SANDBOX ? env.CAPTURE_SANDBOX === 'on' : process.getuid?.() !== 0,
    },
    /** Verified owner of this address: an administrator of the installation. */
    adminEmail: env.ADMIN_EMAIL,
    /** `open`: anyone can create an account; `invited`: only invited people. */
    registration: env.REGISTRATION,
    /** Whether apps without a metadata document may register themselves as OAuth clients. */
    appRegistration: env.APP_REGISTRATION === 'on',
    /** Absent: users log in with passwords only. */
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            /** Name of the provider, for people. */
            name: env.OIDC_NAME,
            /** Claims that may have the address; the first one with an address counts. */
            emailClaims: env.OIDC_EMAIL_CLAIMS,
            /** The operator vouches for addresses about which the provider says nothing. */
            trustsEmail: env.OIDC_TRUST_EMAIL === 'on',
          }
        : undefined,
    /** Absent: no model suggests the effect of changes. */
    model:
      env.MODEL_URL && env.MODEL_NAME ? { url: env.MODEL_URL, key: env.MODEL_KEY, name: env.MODEL_NAME } : undefined,
    /** Addresses that captures and deliveries may reach. */
    networkPolicy: env.NETWORK_POLICY ?? (env.NODE_ENV === 'production' ? 'public' : 'open'),
    /** Delay before each delivery attempt, including the first, seconds. */
    webhookRetryDelays: env.WEBHOOK_RETRY_DELAYS,
    /** Without an SMTP server, mails are written to files under dataDir. */
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      /** Time in which the notifications of a thread are collected for one mail. */
      groupingMs: env.MAIL_GROUPING * 1_000,
      /** Mails a day to an address whose owner has used none of its links. */
      perAddress: env.MAIL_ADDRESS_LIMIT,
    },
    /** Calls per minute; 0 disables a limit. */
    rateLimits: {
      user: env.RATE_LIMIT_USER,
      ip: env.RATE_LIMIT_IP,
      auth: env.RATE_LIMIT_AUTH,
      project: env.RATE_LIMIT_PROJECT,
      collect: env.RATE_LIMIT_COLLECT,
      collectIp: env.RATE_LIMIT_COLLECT_IP,
    },
    /** Retention of collected events, days; their counts are kept. */
    collectRetentionDays: env.COLLECT_RETENTION_DAYS,
    /** Bytes of events stored per project and hour; 0 disables the limit. */
    collectHourlyBytes: env.COLLECT_HOURLY_MIB * MIB,
    /** Concurrent WebSockets and event streams; 0 disables a limit. */
    sockets: { perUser: env.SOCKETS_PER_USER, perAddress: env.SOCKETS_PER_IP },
    billing: {
      /** Plan of organizations that have not chosen one. */
      defaultPlan: env.BILLING_DEFAULT_PLAN,
      invoice: { seller: env.INVOICE_SELLER.replaceAll('\\n', '\n'), fontFile: env.INVOICE_FONT },
      /** Absent: all organizations are billed by invoice. */
      stripe: stripeOf(env),
    },
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
  };
}

/** Settings, and descriptions of names that are probably misspelled. */
export type Config = ReturnType<typeof toConfig> & { misspelled: string[] };

/**
 * Reads all settings. Values are trimmed; a blank value counts as unset.
 *
 * @throws StartupError that lists every problem
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const present = Object.fromEntries(trimmed.filter(([, value]) => value));
  const parsed = settings.safeParse(present);
  const invalidSettings = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return SECRET_SETTINGS.test(name)
      ? `${name}: ${issue.message}`
      : `${name}: ${issue.message} (found "${present[name]}")`;
  });
  const problems = [...invalidSettings, ...crossChecks(present)];
  const misspelled = misspelledSettings(Object.keys(present), Object.keys(settings.shape));
  if (!parsed.success || problems.length > 0) {
    const lines = [...problems, ...misspelled].map((line) => `  ${line}`);
    throw new StartupError(`Pinbound cannot start with these settings:\n${lines.join('\n')}`);
  }
  return { ...toConfig(parsed.data), misspelled };
}

/** Returns whether other machines can reach the demo account and captures of private addresses. */
export const isOpenDevelopment = ({ production, http }: Pick<Config, 'production' | 'http'>): boolean =>
  !production && http.port !== undefined && !LOOPBACK.test(http.host);

/** Returns whether a package manager's shell is the parent process. */
export const startedByPackageManager = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(environment.npm_lifecycle_event);
