import { directly } from '../../../src/client/network';
import { startService } from '../../service/service';
import { certificateFor } from '../../unit/client/certificate';
import { CertificateAuthority, type Issue } from '../../support/certificateAuthority';
import { again, both, setAddress, type ErrorRow, type Provoked } from './errorRow';

const unknown =
  "The certificate of {host} was issued by an unknown authority. If it's your company's, add that authority to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.";
const selfSigned =
  "The certificate of {host} is self-signed. To trust it, add it to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.";
const expired =
  "The certificate of {host} has expired or isn't valid yet. Check this machine's clock, or contact the service's administrator.";

export const certificateRows: readonly ErrorRow[] = [
  {
    title: 'a certificate of an authority that nobody knows',
    kind: 'tls.unknownIssuer',
    provoke: () => issued({ names: ['127.0.0.1'] }, 'unknown'),
    ...again(unknown),
  },
  {
    title: 'a certificate that is its own authority',
    kind: 'tls.selfSigned',
    provoke: async () => {
      const tls = certificateFor('127.0.0.1');
      return tls && serving(tls);
    },
    ...again(selfSigned),
  },
  {
    title: 'a certificate that has expired',
    kind: 'tls.expired',
    provoke: () => issued({ names: ['127.0.0.1'], days: [-3, -1] }),
    ...again(expired),
  },
  {
    title: 'a certificate of another name',
    kind: 'tls.wrongName',
    provoke: () => issued({ names: ['other.example'] }),
    ...both('The certificate of {host} was issued for a different name. Check the service URL.', setAddress),
  },
  {
    title: 'https where only http is spoken',
    kind: 'tls.other',
    provoke: ({ url }) => ({ options: { baseUrl: url.replace('http:', 'https:') } }),
    ...both("{host} doesn't support TLS. Should the URL start with http:// instead of https://?", setAddress),
  },
  {
    title: 'a secure connection that fails for another reason',
    kind: 'tls.other',
    provoke: () => ({
      options: { baseUrl: 'https://agents.example.com' },
      constructed: { failure: { kind: 'tls', reason: 'other', code: 'CERT_REVOKED' }, sent: false },
    }),
    ...again("Couldn't establish a secure connection to {host} (CERT_REVOKED)."),
  },
];

/** A service with a certificate of an authority that the client trusts, unless `authority` is `unknown`. */
async function issued(issue: Issue, authority: 'trusted' | 'unknown' = 'trusted'): Promise<Provoked | undefined> {
  const made = CertificateAuthority.make();
  if (!made) return undefined;
  const certificates = authority === 'trusted' ? [made.pem] : [];
  const { options, close } = await serving(made.issue(issue));
  made.dispose();
  return { options: { ...options, network: { ...directly, certificates } }, close };
}

async function serving(tls: { readonly key: Buffer; readonly cert: Buffer }) {
  const service = await startService({ sessionKey: 'unused-here', tls });
  return { options: { baseUrl: service.url }, close: () => service.close() };
}
