import { z } from 'zod';
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

const port = whole(1, 65_535);
const perMinute = whole(0, 1_000_000);
const concurrent = whole(0, 1_000_000);

const SCRIPT_PATH = /^(\/[\w-]+)*$/;

/** Environment variables, with their defaults. */
export const settings = z.object({
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

/** Values of the settings. */
export type Settings = z.infer<typeof settings>;
