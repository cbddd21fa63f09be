import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { DEFAULT_CONFIG, type SandboxConfig } from './config.js';
import { hookServer } from './hook-server.js';

export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`, no trailing slash. */
  readonly url: string;
  /** Cuts what is still open and frees the port. */
  close(): Promise<void>;
}

/** Starts the provider on loopback. `port` 0 takes any free one; a taken port rejects with `EADDRINUSE`. */
export async function startSandbox(options: Partial<SandboxConfig> = {}): Promise<RunningSandbox> {
  const { port, token } = { ...DEFAULT_CONFIG, ...options };
  const adapter = new FastifyAdapter({ bodyLimit: 20 * 1024 * 1024, forceCloseConnections: true, return503OnClosing: false });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false, abortOnError: false, bodyParser: false });
  hookServer(app, token);
  try {
    await app.listen(port, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  const address = app.getHttpServer().address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://127.0.0.1:${bound}`, close: () => app.close() };
}
