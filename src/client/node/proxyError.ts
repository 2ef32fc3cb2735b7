import type { ProxyReason } from '../common/serviceError';

/** It ended at the proxy. Has no `code`: undici would take some for the service's own, and connect again. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly reason: ProxyReason;
  /** The proxy's own, where it gave one. */
  readonly status: number | undefined;

  constructor(reason: ProxyReason, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(status === undefined ? `proxy: ${reason}` : `proxy: ${reason} (${status})`, { cause });
    this.reason = reason;
    this.status = status;
  }
}
