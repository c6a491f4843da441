/** A server with the interface of S3, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { S3Access } from '../store/store.ts';

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

/** Starts a server that keeps its objects in `folder` and has the bucket `files`. */
export async function startS3(folder: string): Promise<{ access: S3Access; stop(): Promise<void> }> {
  // It encrypts the token of the next page with a cipher that OpenSSL calls old.
  const options = [
    '--openssl-legacy-provider',
    program,
    '--directory',
    folder,
    '--address',
    '127.0.0.1',
    '--port',
    '0',
  ];
  const server = spawn(process.execPath, [...options, '--configure-bucket', 'files'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endpoint = await new Promise<string>((resolve) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const port = /listening on 127\.0\.0\.1:(\d+)/i.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return {
    access: { endpoint, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
