/** The settings of the server, as command line options: they win over postgresql.conf. */
export function serverOptions(port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '128MB',
    max_connections: 100,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The server's own events; a statement's error goes to its client, and may hold personal data.
    log_min_messages: 'log',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The environment of PostgreSQL's programs: neither our secrets nor PG* variables, which would steer them. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED.includes(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

const INHERITED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];
