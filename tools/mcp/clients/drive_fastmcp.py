# fastmcp as a client: a call a line in, its answer a line out.
import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main(url: str, key: str) -> None:
    async with Client(StreamableHttpTransport(url, headers={"Authorization": f"Bearer {key}"})) as client:
        print(json.dumps({"ready": True}), flush=True)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            asked = json.loads(line)
            if asked["method"] == "list":
                answer = [tool.model_dump(mode="json", by_alias=True) for tool in await client.list_tools()]
            else:
                result = await client.call_tool_mcp(asked["name"], asked["arguments"])
                answer = result.model_dump(mode="json", by_alias=True)
            print(json.dumps(answer), flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2]))
