import crypto, { createECDH, createPublicKey, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { isPushKey, isPushSecret, LONGEST_PAYLOAD, newPushKeys, pushRequest } from './web-push.ts';

/** The library that encrypts for `web-push`; nothing else uses it directly. */
const require = createRequire(createRequire(import.meta.url).resolve('web-push'));
const ece = require('http_ece') as Record<'encrypt' | 'decrypt', (data: Buffer, parameters: object) => Buffer>;

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC_8291 = {
  plaintext: 'V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** RFC 8292, section 2.4. */
const RFC_8292 = {
  audience: 'https://push.example.net',
  subject: 'mailto:push@example.com',
  expires: 1_453_523_768,
  token:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
};

/** Whether the signature of a token was made with a key. */
function isSigned(token: string, key: string): boolean {
  const [header, claims, signature = ''] = token.split('.');
  const point = bytes(key);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature));
}

/** A browser's side of a subscription. */
function browser() {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = crypto.randomBytes(16).toString('base64url');
  return {
    target: { endpoint: 'https://push.example.net/p/1', keys: { p256dh, auth } },
    read: (body: Buffer) => ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString(),
  };
}

afterEach(() => vi.restoreAllMocks());

describe('encryption of web push', () => {
  it('makes the bytes of RFC 8291, appendix A, from its keys and its salt', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes(RFC_8291.senderPrivate));
    // The library draws a fresh key and a fresh salt for each message; here both are those of the RFC.
    const fresh = Object.assign(Object.create(sender), {
      generateKeys: () => sender.getPublicKey(),
      getPublicKey: () => sender.getPublicKey(),
      computeSecret: (other: Buffer) => sender.computeSecret(other),
    });
    const commonJs = require('node:crypto') as typeof crypto;
    const keys = newPushKeys();
    vi.spyOn(commonJs, 'createECDH').mockReturnValueOnce(fresh);
    vi.spyOn(commonJs, 'randomBytes').mockImplementationOnce(() => bytes(RFC_8291.salt));
    const { body, headers } = pushRequest(
      { endpoint: 'https://push.example.net/p/1', keys: { p256dh: RFC_8291.receiverPublic, auth: RFC_8291.auth } },
      keys,
      { payload: bytes(RFC_8291.plaintext).toString(), ttl: 10 },
      undefined,
    );
    expect(body.toString('base64url')).toBe(RFC_8291.message);
    expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', TTL: '10' });
  });

  it('makes the bytes of both examples of RFC 8188, section 3', () => {
    const walrus = Buffer.from('I am the walrus');
    expect(
      ece
        .encrypt(walrus, { version: 'aes128gcm', key: 'yqdlZ-tYemfogSmv7Ws5PQ', salt: 'I1BsxtFttlv3u_Oo94xnmw' })
        .toString('base64url'),
    ).toBe('I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg');
    const inTwo = 'uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA';
    const parameters = {
      version: 'aes128gcm',
      key: 'BO3ZVPxUlnLORbVGMpbT1Q',
      keyid: 'a1',
      salt: 'uNCkWiNYzKTnBN9ji3-qWA',
      rs: 25,
      pad: 1,
    };
    expect(ece.encrypt(walrus, parameters).toString('base64url')).toBe(inTwo);
    expect(ece.decrypt(bytes(inTwo), parameters).toString()).toBe('I am the walrus');
  });

  it('is read by the browser that it was made for, up to the longest payload and no further', () => {
    const { target, read } = browser();
    const longest = 'x'.repeat(LONGEST_PAYLOAD);
    const { body } = pushRequest(target, newPushKeys(), { payload: longest, ttl: 1 }, undefined);
    expect(body.length).toBe(4_096);
    expect(read(body)).toBe(longest);
    expect(() => pushRequest(target, newPushKeys(), { payload: `${longest}x`, ttl: 1 }, undefined)).toThrow(RangeError);
  });
});

describe('the signature of web push', () => {
  it('signs the text of RFC 8292, section 2.4, byte for byte, and verifies its signature', () => {
    expect(isSigned(RFC_8292.token, RFC_8292.key)).toBe(true);
    const keys = newPushKeys();
    const { audience, subject, expires } = RFC_8292;
    const { Authorization } = webPush.getVapidHeaders(
      audience,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      expires,
    );
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(Authorization ?? '') ?? [];
    // A signature of ECDSA contains a random number, so only what is signed can be the same.
    expect(token.split('.').slice(0, 2)).toEqual(RFC_8292.token.split('.').slice(0, 2));
    expect(key).toBe(keys.publicKey);
    expect(isSigned(token, keys.publicKey)).toBe(true);
    expect(isSigned(token, RFC_8292.key)).toBe(false);
  });

  it('names the push service, at most a day, and an address over HTTPS or none', () => {
    const { target } = browser();
    const keys = newPushKeys();
    const claimsFor = (contact: string | undefined): unknown => {
      const url = contact === undefined ? undefined : new URL(contact);
      const { headers = {} } = pushRequest(target, keys, { payload: 'x', ttl: 1, topic: 'news' }, url);
      expect(headers.Topic).toBe('news');
      const [, token = ''] = /^vapid t=([^,]+)/.exec(headers.Authorization ?? '') ?? [];
      return JSON.parse(bytes(token.split('.')[1] ?? '').toString());
    };
    expect(claimsFor('https://app.example/#/x')).toMatchObject({
      aud: 'https://push.example.net',
      sub: 'https://app.example',
    });
    expect(claimsFor('http://127.0.0.1:4000')).toMatchObject({ sub: 'mailto:signpost@localhost.invalid' });
    const { exp } = claimsFor(undefined) as { exp: number };
    expect(exp).toBeLessThanOrEqual(Date.now() / 1000 + 86_400);
  });
});

it('knows the keys and the secrets that browsers send', () => {
  expect(isPushKey(RFC_8291.receiverPublic)).toBe(true);
  for (const wrong of ['', 'BA', RFC_8291.receiverPublic.slice(0, -4), `A${RFC_8291.receiverPublic.slice(1)}`])
    expect(isPushKey(wrong), wrong).toBe(false);
  expect(isPushSecret(RFC_8291.auth)).toBe(true);
  for (const wrong of ['', 'BTBZ', 'not base64 at all!!', `${RFC_8291.auth}AAAA`])
    expect(isPushSecret(wrong), wrong).toBe(false);
});
