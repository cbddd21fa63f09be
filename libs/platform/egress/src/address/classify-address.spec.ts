import { classifyAddress } from './classify-address.js';
import { judgeAddress } from './judge-address.js';
import type { AddressKind } from './special-blocks.js';

const TABLE: readonly (readonly [string, AddressKind])[] = [
  ['8.8.8.8', 'public'],
  ['1.1.1.1', 'public'],
  ['9.255.255.255', 'public'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['128.0.0.0', 'public'],
  ['169.253.255.255', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['192.167.255.255', 'public'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.20.0.0', 'public'],
  ['223.255.255.255', 'public'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.0', 'shared'],
  ['100.127.255.255', 'shared'],
  ['100.100.100.200', 'metadata'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'metadata'],
  ['169.254.0.1', 'link_local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['169.254.170.23', 'metadata'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'reserved'],
  ['192.0.0.192', 'metadata'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'six_to_four'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['198.18.0.0', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['2606:4700:4700::1111', 'public'],
  ['2001:200::1', 'public'],
  ['2001:4860:4860::8888', 'public'],
  ['2a00:1450:4001:829::200e', 'public'],
  ['3ffe::1', 'public'],
  ['::', 'unspecified'],
  ['0:0:0:0:0:0:0:0', 'unspecified'],
  ['::1', 'loopback'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', 'loopback'],
  ['::2', 'v4_compatible'],
  ['::127.0.0.1', 'v4_compatible'],
  ['::ffff:127.0.0.1', 'v4_mapped'],
  ['::ffff:7f00:1', 'v4_mapped'],
  ['::ffff:8.8.8.8', 'v4_mapped'],
  ['0:0:0:0:0:FFFF:A9FE:A9FE', 'v4_mapped'],
  ['::ffff:0:127.0.0.1', 'v4_mapped'],
  ['64:ff9b::127.0.0.1', 'nat64'],
  ['64:ff9b::a9fe:a9fe', 'nat64'],
  ['64:ff9b:1::1', 'nat64'],
  ['100::1', 'reserved'],
  ['2001::1', 'teredo'],
  ['2001:0:53aa:64c::1', 'teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'reserved'],
  ['2001:1ff:ffff::1', 'reserved'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['3fff:fff::1', 'documentation'],
  ['3fff:1000::1', 'public'],
  ['2002:7f00:1::', 'six_to_four'],
  ['2002:808:808::1', 'six_to_four'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fdff:ffff::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fd00:ec2::23', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['fe80::1', 'link_local'],
  ['febf::1', 'link_local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['ff0e::1', 'multicast'],
  ['fe80::1%eth0', 'invalid'],
  ['127.1', 'invalid'],
  ['2130706433', 'invalid'],
  ['0x7f000001', 'invalid'],
  ['0177.0.0.1', 'invalid'],
  ['127.0.0.1.', 'invalid'],
  [' 127.0.0.1', 'invalid'],
  ['256.0.0.1', 'invalid'],
  ['[::1]', 'invalid'],
  ['::1::', 'invalid'],
  ['localhost', 'invalid'],
  ['', 'invalid'],
];

describe('the kind of an address', () => {
  it.each(TABLE)('%s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });
});

describe('an address and the allow list', () => {
  it.each(TABLE.filter(([, kind]) => kind !== 'public'))('%s is shut unless listed', (address) => {
    expect(judgeAddress(address, false).allowed).toBe(false);
  });

  it.each(['8.8.8.8', '127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.1.1', '::1', 'fd12::1', 'fe80::1'])('%s is open when listed', (address) => {
    expect(judgeAddress(address, true).allowed).toBe(true);
  });

  it.each(['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '::ffff:127.0.0.1', '64:ff9b::1', '2002:7f00:1::', '224.0.0.1', '255.255.255.255', '0.0.0.0', '::', 'x'])(
    '%s stays shut even when listed',
    (address) => {
      expect(judgeAddress(address, true).allowed).toBe(false);
    },
  );
});
