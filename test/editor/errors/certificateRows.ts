import type { TlsReason } from '../../../src/client/serviceError';
import { again, both, constructed, setAddress, type ErrorRow } from './errorRow';

type Said = Pick<ErrorRow, 'settings' | 'start'>;

const expired =
  "The certificate of {host} has expired or isn't valid yet. Check this machine's clock, or contact the service's administrator.";
const selfSigned =
  "The certificate of {host} is self-signed. To trust it, add it to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.";
const unknown =
  "The certificate of {host} was issued by an unknown authority. If it's your company's, add that authority to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.";
const wrongName = 'The certificate of {host} was issued for a different name. Check the service URL.';
const revoked = "Couldn't establish a secure connection to {host} (CERT_REVOKED).";

/** The client's tests provoke each of these with a certificate of its kind. */
const refused: readonly (readonly [title: string, reason: TlsReason, code: string, said: Said])[] = [
  ['a certificate of an authority that nobody knows', 'unknownIssuer', 'SELF_SIGNED_CERT_IN_CHAIN', again(unknown)],
  ['a certificate that is its own authority', 'selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT', again(selfSigned)],
  ['a certificate that has expired', 'expired', 'CERT_HAS_EXPIRED', again(expired)],
  ['a certificate of another name', 'wrongName', 'ERR_TLS_CERT_ALTNAME_INVALID', both(wrongName, setAddress)],
  ['a secure connection that fails for another reason', 'other', 'CERT_REVOKED', again(revoked)],
];

export const certificateRows: readonly ErrorRow[] = [
  ...refused.map(([title, reason, code, said]): ErrorRow => ({
    title,
    kind: `tls.${reason}`,
    provoke: () => constructed({ kind: 'tls', reason, code }),
    ...said,
  })),
  {
    title: 'https where only http is spoken',
    kind: 'tls.other',
    provoke: ({ url }) => ({ options: { baseUrl: url.replace('http:', 'https:') } }),
    ...both("{host} doesn't support TLS. Should the URL start with http:// instead of https://?", setAddress),
  },
];
