import { existsSync } from 'node:fs';
import { z } from 'zod';
import { StartupError } from '../errors.ts';
import { MIB } from '../lib/bytes.ts';
import {
  claims,
  decimal,
  delays,
  hostUrl,
  httpUrl,
  issuerUrl,
  mailbox,
  postgresUrl,
  redisUrl,
  secrets,
  smtpUrl,
  whole,
} from './env-parsers.ts';
import { misspelledSettings } from './misspelled-settings.ts';

const port = whole(1, 65_535);
const perMinute = whole(0, 1_000_000);
const concurrent = whole(0, 1_000_000);

/** Settings whose values must not appear in messages. */
const SECRET_SETTINGS = /SECRET|ACCESS_KEY|PASSPHRASE|^MODEL_KEY$|^(DATABASE|REDIS|SMTP)_URL$/;

const SCRIPT_PATH = /^(\/[\w-]+)*$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PORT: port.default(4000),
  WORKER_PORT: port.optional(),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: hostUrl.optional(),
  CDN_URL: httpUrl.optional(),
  SCRIPT_PATH: z.string().regex(SCRIPT_PATH, 'must have the form /name or /name/name').default(''),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  AUTH_SECRET: secrets.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'expected 12 characters or more').optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  CAPTURE_CONCURRENCY: whole(1, 64).default(2),
  CAPTURE_TIMEOUT: decimal(2, 60).default(60),
  CAPTURE_SANDBOX: z.enum(['on', 'off']).optional(),
  DEMO_HISTORY: z.enum(['on', 'off']).default('on'),
  ADMIN_EMAIL: z.email('expected an e-mail address').toLowerCase().optional(),
  REGISTRATION: z.enum(['open', 'invited']).default('open'),
  APP_REGISTRATION: z.enum(['on', 'off']).default('on'),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(2_000).optional(),
  OIDC_NAME: z.string().max(60).default('Single sign-on'),
  OIDC_EMAIL_CLAIMS: claims.prefault('email,preferred_username,upn'),
  OIDC_TRUST_EMAIL: z.enum(['on', 'off']).default('off'),
  MODEL_URL: httpUrl.optional(),
  MODEL_KEY: z.string().max(2_000).optional(),
  MODEL_NAME: z.string().max(200).optional(),
  NETWORK_POLICY: z.enum(['open', 'public']).optional(),
  WEBHOOK_RETRY_DELAYS: delays.prefault('0,300,1800,7200,86400'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_GROUPING: whole(0, 3_600).default(300),
  MAIL_ADDRESS_LIMIT: whole(1, 1_000).default(3),
  MAIL_FROM: mailbox.default('Pinbound <pinbound@localhost>'),
  RATE_LIMIT_USER: perMinute.default(600),
  RATE_LIMIT_IP: perMinute.default(300),
  RATE_LIMIT_AUTH: perMinute.default(60),
  RATE_LIMIT_PROJECT: perMinute.default(1_200),
  RATE_LIMIT_COLLECT: perMinute.default(6_000),
  RATE_LIMIT_COLLECT_IP: perMinute.default(1_500),
  COLLECT_RETENTION_DAYS: whole(1, 3_650).default(30),
  /**
   * With the 6,000 batches per minute of RATE_LIMIT_COLLECT, 1 GiB per hour is 2,982 bytes per
   * batch: ten events of 200 bytes, with page, browser and session. The rate limit applies first to
   * an ordinary site.
   */
  COLLECT_HOURLY_MIB: whole(0, 1_000_000).default(1_024),
  MAX_CONNECTIONS: concurrent.default(10_000),
  SOCKETS_PER_USER: concurrent.default(20),
  SOCKETS_PER_IP: concurrent.default(100),
  BILLING_DEFAULT_PLAN: z.enum(['self_hosted', 'free']).default('self_hosted'),
  INVOICE_SELLER: z.string().max(500).default('Pinbound'),
  INVOICE_FONT: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_TEAM: z.string().optional(),
  STRIPE_PRICE_BUSINESS: z.string().optional(),
  STRIPE_API_BASE: httpUrl.default('https://api.stripe.com'),
  TRUST_PROXY: whole(0, 10).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

type Settings = z.infer<typeof settings>;

/** Checks rules between settings, even if single settings are invalid. */
function crossChecks(environment: NodeJS.ProcessEnv): string[] {
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
