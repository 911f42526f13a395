// Prints the list of components as SPDX 2.3: node sbom.mjs VERSION COMMIT SECONDS LINKED.txt PACKAGE-LOCK.json…
// LINKED.txt has rows of a Debian package, its version and its licence, separated by tabs.
import { readFileSync } from "node:fs";

const [version, commit, seconds, linkedFile, ...lockFiles] = process.argv.slice(2);

const idOf = (name) => `SPDXRef-${name.replace(/[^A-Za-z0-9.]+/g, "-").replace(/^-/, "")}`;
function component(name, componentVersion, licence, purl, location, more = {}) {
  return {
    name, SPDXID: idOf(name), versionInfo: componentVersion, downloadLocation: location, filesAnalyzed: false,
    licenseConcluded: licence, licenseDeclared: licence, copyrightText: "NOASSERTION",
    externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: purl }], ...more,
  };
}

// Grammars and the libraries of the page.
const locked = lockFiles.map((file) => JSON.parse(readFileSync(file)).packages);
const fromNpm = locked.flatMap((lock) => Object.keys(lock[""].dependencies).map((name) => {
  const row = lock[`node_modules/${name}`];
  const [algorithm, value] = row.integrity.split("-");
  return component(name, row.version, row.license ?? "MIT", `pkg:npm/${name.replace("@", "%40")}@${row.version}`, row.resolved, {
    checksums: [{ algorithm: algorithm.toUpperCase(), checksumValue: Buffer.from(value, "base64").toString("hex") }],
  });
}));
const libraries = readFileSync(linkedFile, "utf8").trimEnd().split("\n").map((row) => {
  const [name, packaged, licence] = row.split("\t");
  return component(name, packaged, licence, `pkg:deb/debian/${name}@${encodeURIComponent(packaged)}`, "NOASSERTION");
});
const kedge = component("kedge", version, "MIT", `pkg:generic/kedge@${version}`, "NOASSERTION", { sourceInfo: `built from the commit ${commit}` });
const parts = [...fromNpm, ...libraries];
console.log(JSON.stringify({
  spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: `kedge-${version}`,
  documentNamespace: `https://spdx.org/spdxdocs/kedge-${version}-${commit}`,
  creationInfo: { created: new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z"), creators: ["Tool: kedge-scripts-package"] },
  packages: [kedge, ...parts],
  relationships: [
    { spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: kedge.SPDXID },
    ...parts.map((part) => ({ spdxElementId: kedge.SPDXID, relationshipType: "STATIC_LINK", relatedSpdxElement: part.SPDXID })),
  ],
}, null, 1));
