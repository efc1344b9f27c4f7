import { existsSync } from 'node:fs';
import { z } from 'zod';
import { StartupError } from '../errors.ts';
import { MIB } from '../lib/bytes.ts';
import {
  decimal,
  delays,
  hostUrl,
  httpUrl,
  mailbox,
  postgresUrl,
  redisUrl,
  secrets,
  smtpUrl,
  whole,
} from './env-parsers.ts';

const port = whole(1, 65_535);
const perMinute = whole(0, 1_000_000);
const atOnce = whole(0, 1_000_000);

/** Settings whose value is never repeated in a message. */
const MAY_CARRY_SECRETS = /SECRET|ACCESS_KEY|^(DATABASE|REDIS|SMTP)_URL$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PORT: port.default(4000),
  WORKER_PORT: port.optional(),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: hostUrl.optional(),
  CDN_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  AUTH_SECRET: secrets.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CHROMIUM_PATH: z.string().optional(),
  CAPTURE_CONCURRENCY: whole(1, 64).default(2),
  CAPTURE_TIMEOUT: decimal(2, 60).default(60),
  CAPTURE_SANDBOX: z.enum(['on', 'off']).optional(),
  REGISTRATION: z.enum(['open', 'invited']).default('open'),
  NETWORK_POLICY: z.enum(['open', 'public']).optional(),
  WEBHOOK_RETRY_DELAYS: delays.prefault('0,300,1800,7200,86400'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.default('Pinbound <pinbound@localhost>'),
  RATE_LIMIT_USER: perMinute.default(600),
  RATE_LIMIT_IP: perMinute.default(300),
  RATE_LIMIT_AUTH: perMinute.default(60),
  RATE_LIMIT_PROJECT: perMinute.default(1_200),
  RATE_LIMIT_COLLECT: perMinute.default(6_000),
  RATE_LIMIT_COLLECT_IP: perMinute.default(1_500),
  COLLECT_RETENTION_DAYS: whole(1, 3_650).default(30),
  /**
   * Where the 6 000 batches of RATE_LIMIT_COLLECT come every minute of the hour, 1 GiB is 2 982 bytes for each: ten events of 200
   * bytes, with page, browser and session. Whoever limits an honest site by this has limited it by calls before.
   */
  COLLECT_HOURLY_MIB: whole(0, 1_000_000).default(1_024),
  MAX_CONNECTIONS: atOnce.default(10_000),
  SOCKETS_PER_USER: atOnce.default(20),
  SOCKETS_PER_IP: atOnce.default(100),
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

/** Rules between settings, read from what was given, whether or not each setting by itself is right. */
function crossChecks(given: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  if ((given.ROLE === 'api' || given.ROLE === 'worker') && !given.DATABASE_URL) {
    problems.push(
      `ROLE: ${given.ROLE} needs DATABASE_URL, because the embedded PostgreSQL belongs to one process; set it or use ROLE=all`,
    );
  }
  if (given.NODE_ENV === 'production' && !given.AUTH_SECRET) {
    problems.push(
      'AUTH_SECRET: required when NODE_ENV=production; 32 random characters or more, the same in every process',
    );
  }
  const s3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const absent = s3.filter((name) => !given[name]);
  if ((given.S3_ENDPOINT || absent.length < s3.length) && absent.length > 0) {
    problems.push(`${absent.join(', ')}: required too when snapshots are to be kept in S3`);
  }
  const withStripe = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_TEAM', 'STRIPE_PRICE_BUSINESS'];
  const ofStripe = withStripe.filter((name) => given[name]);
  if (given.STRIPE_SECRET_KEY) {
    const missing = withStripe.filter((name) => !given[name]);
    for (const name of missing) problems.push(`${name}: required with STRIPE_SECRET_KEY; Stripe's dashboard shows it`);
  } else if (ofStripe.length > 0) {
    problems.push(`STRIPE_SECRET_KEY: required with ${ofStripe.join(', ')}; leave all of them out to bill by hand`);
  }
  if (given.INVOICE_FONT && !existsSync(given.INVOICE_FONT)) {
    problems.push(`INVOICE_FONT: there is no file "${given.INVOICE_FONT}"; name a TrueType or OpenType font, or none`);
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
    role,
    http: {
      /** Absent: none is opened. */
      port: role === 'worker' ? WORKER_PORT : PORT,
      host: env.HOST,
      baseUrl,
      cdnUrl: env.CDN_URL ?? baseUrl,
      trustedProxies: env.TRUST_PROXY,
      maxConnections: env.MAX_CONNECTIONS,
    },
    dataDir: env.DATA_DIR,
    /** Absent: an embedded PostgreSQL under dataDir. */
    databaseUrl: env.DATABASE_URL,
    /** Absent: queues and live updates on PostgreSQL. */
    redisUrl: env.REDIS_URL,
    /** The first signs, all verify. Absent: generated once under dataDir. */
    authSecrets: env.AUTH_SECRET,
    /** Absent: objects are files under dataDir. */
    s3:
      env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            /** Absent: Amazon's. */
            endpoint: env.S3_ENDPOINT,
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    capture: {
      /** Absent: the browser that came along, else one that is installed. */
      chromiumPath: env.CHROMIUM_PATH,
      concurrency: env.CAPTURE_CONCURRENCY,
      /** Of one capture, milliseconds. */
      deadlineMs: env.CAPTURE_TIMEOUT * 1_000,
      /** Chromium's sandbox does not work for root. */
      sandbox: env.CAPTURE_SANDBOX ? env.CAPTURE_SANDBOX === 'on' : process.getuid?.() !== 0,
    },
    /** Who can make an account: everybody, or whom a mail invites. */
    registration: env.REGISTRATION,
    /** Which addresses captures and deliveries may reach. */
    networkPolicy: env.NETWORK_POLICY ?? (env.NODE_ENV === 'production' ? 'public' : 'open'),
    /** Seconds before each attempt to deliver, the first included. */
    webhookRetryDelays: env.WEBHOOK_RETRY_DELAYS,
    /** Without an SMTP server, mails are files under dataDir. */
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    /** Calls a minute; 0 switches the limit off. */
    rateLimits: {
      user: env.RATE_LIMIT_USER,
      ip: env.RATE_LIMIT_IP,
      auth: env.RATE_LIMIT_AUTH,
      project: env.RATE_LIMIT_PROJECT,
      collect: env.RATE_LIMIT_COLLECT,
      collectIp: env.RATE_LIMIT_COLLECT_IP,
    },
    /** How long collected events are kept one by one. */
    collectRetentionDays: env.COLLECT_RETENTION_DAYS,
    /** Collected events of a project that are kept one by one within an hour; 0 switches the limit off. */
    collectHourlyBytes: env.COLLECT_HOURLY_MIB * MIB,
    /** WebSockets and event streams open at once; 0 switches the limit off. */
    sockets: { perUser: env.SOCKETS_PER_USER, perAddress: env.SOCKETS_PER_IP },
    billing: {
      /** Of organizations that have chosen none. */
      defaultPlan: env.BILLING_DEFAULT_PLAN,
      invoice: { seller: env.INVOICE_SELLER.replaceAll('\\n', '\n'), fontFile: env.INVOICE_FONT },
      /** Absent: every organization is billed by hand. */
      stripe: stripeOf(env),
    },
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
  };
}

export type Config = ReturnType<typeof toConfig>;

/**
 * The one reader of environment variables. Space around a value does not count; a blank variable counts as unset.
 * @throws StartupError that lists every problem at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value));
  const parsed = settings.safeParse(given);
  const ofSingle = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return MAY_CARRY_SECRETS.test(name)
      ? `${name}: ${issue.message}`
      : `${name}: ${issue.message} (found "${given[name]}")`;
  });
  const problems = [...ofSingle, ...crossChecks(given)];
  if (!parsed.success || problems.length > 0) {
    throw new StartupError(`Pinbound cannot start with these settings:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  }
  return toConfig(parsed.data);
}

/** Whether others than this machine reach what is not for them: a demo account, and captures of private addresses. */
export const isOpenDevelopment = ({ production, http }: Pick<Config, 'production' | 'http'>): boolean =>
  !production && http.port !== undefined && !LOOPBACK.test(http.host);

/** Whether a package manager's shell stands between us and whoever stops us. */
export const startedByPackageManager = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  Boolean(environment.npm_lifecycle_event);
