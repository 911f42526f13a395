// Writes an OCI image layout with one layer: node oci.mjs LAYOUT ARCH LAYER.tar.gz VERSION COMMIT SECONDS
// Images of other architectures that the layout has already stay.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [layout, arch, layerFile, version, commit, seconds] = process.argv.slice(2);
const architecture = { aarch64: "arm64", x86_64: "amd64" }[arch];
const created = new Date(Number(seconds) * 1000).toISOString();
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

mkdirSync(`${layout}/blobs/sha256`, { recursive: true });
function blob(mediaType, bytes) {
  const digest = digestOf(bytes);
  writeFileSync(`${layout}/blobs/sha256/${digest.slice(7)}`, bytes);
  return { mediaType, digest, size: bytes.length };
}
const json = (value) => Buffer.from(JSON.stringify(value));

const layer = readFileSync(layerFile);
const annotations = {
  "org.opencontainers.image.title": "kedge",
  "org.opencontainers.image.version": version,
  "org.opencontainers.image.revision": commit,
  "org.opencontainers.image.licenses": "MIT",
  "org.opencontainers.image.created": created,
};
const config = blob("application/vnd.oci.image.config.v1+json", json({
  created, architecture, os: "linux",
  config: { Entrypoint: ["/usr/bin/kedge"], Cmd: ["mcp", "--root", "/work"], WorkingDir: "/work", Labels: annotations },
  rootfs: { type: "layers", diff_ids: [digestOf(gunzipSync(layer))] },
  history: [{ created, created_by: "scripts/package" }],
}));
const manifest = blob("application/vnd.oci.image.manifest.v1+json", json({
  schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config,
  layers: [blob("application/vnd.oci.image.layer.v1.tar+gzip", layer)], annotations,
}));

const index = `${layout}/index.json`;
const others = existsSync(index)
  ? JSON.parse(readFileSync(index)).manifests.filter((each) => each.platform.architecture !== architecture)
  : [];
const manifests = [...others, {
  ...manifest, platform: { architecture, os: "linux" }, annotations: { "org.opencontainers.image.ref.name": version },
}].sort((a, b) => a.platform.architecture.localeCompare(b.platform.architecture));
writeFileSync(index, JSON.stringify({ schemaVersion: 2, mediaType: "application/vnd.oci.image.index.v1+json", manifests }));
writeFileSync(`${layout}/oci-layout`, JSON.stringify({ imageLayoutVersion: "1.0.0" }));
