"""Queries an agent of a home by A2A: the card, its signature, a message and its reply. Prints the results as JSON."""

import asyncio
import json
import sys

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.helpers.proto_helpers import get_artifact_text
from a2a.types import GetTaskRequest, Message, Part, Role, SendMessageConfiguration, SendMessageRequest, TaskState
from a2a.utils.signing import InvalidSignaturesError, create_signature_verifier
from jwt.api_jwk import PyJWK

told = json.loads(sys.argv[1])
key_set_url = f"{told['home']}/a2a/jwks.json"


def verifier(keys):
    def key_of(kid, jku):
        # Wherever else a card sends its reader, it does not follow.
        if jku != key_set_url:
            raise SystemExit(f"another key set: {jku}")
        return PyJWK(next(key for key in keys if key["kid"] == kid))

    return create_signature_verifier(key_of, ["EdDSA"])


async def last_task(client, request):
    task = None
    async for event in client.send_message(request):
        task = event.task
    return task


async def main():
    headers = {"authorization": f"Bearer {told['token']}"}
    async with httpx.AsyncClient(headers=headers, timeout=60) as http:
        verify = verifier((await http.get(key_set_url)).json()["keys"])
        card = await A2ACardResolver(http, f"{told['home']}/a2a/agents/{told['agent']}").get_agent_card(
            signature_verifier=verify
        )
        forged = type(card)()
        forged.CopyFrom(card)
        forged.supported_interfaces[0].url = "https://elsewhere.example/"
        try:
            verify(forged)
            tampered = "believed"
        except InvalidSignaturesError:
            tampered = "refused"
        client = ClientFactory(ClientConfig(httpx_client=http, streaming=False)).create(card)
        words = Message(message_id=told["message_id"], role=Role.ROLE_USER, parts=[Part(text="你好, who is there?")])
        task = await last_task(client, SendMessageRequest(message=words))
        again = await last_task(
            client,
            SendMessageRequest(message=words, configuration=SendMessageConfiguration(return_immediately=True)),
        )
        read = await client.get_task(GetTaskRequest(id=task.id))
        print(
            json.dumps(
                {
                    "name": card.name,
                    "tampered": tampered,
                    "state": TaskState.Name(task.status.state),
                    "answer": get_artifact_text(task.artifacts[0]),
                    "same": [again.id == task.id, read.id == task.id, read.artifacts == task.artifacts],
                }
            )
        )


asyncio.run(main())
