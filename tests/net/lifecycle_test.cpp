#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "net/io/sockets.hpp"
#include "net/running.hpp"

namespace agent_access::test {
namespace {

using namespace std::chrono_literals;

base::Result<std::unique_ptr<net::Server>, std::string> create(net::ServerOptions options) {
  return net::Server::create(std::move(options),
                             [](std::size_t) { return net::WorkerParts{make_test_handler(), nullptr}; });
}

TEST(ServerStart, ReportsAPortInUse) {
  Running running;
  net::ServerOptions options;
  options.listen = {"127.0.0.1", running.port()};
  const auto second = create(options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error(),
            "cannot listen on 127.0.0.1:" + std::to_string(running.port()) + ": Address already in use");
}

TEST(ServerStart, ReportsAnAddressOfAnotherMachine) {
  net::ServerOptions options;
  options.listen = {"192.0.2.1", 0};
  const auto server = create(options);
  ASSERT_FALSE(server);
  const std::string& message = server.error();
  EXPECT_TRUE(message.starts_with("cannot listen on 192.0.2.1:0: this machine does not have that address; it has "))
      << message;
  EXPECT_TRUE(message.ends_with("; 0.0.0.0 stands for all that it has")) << message;
  EXPECT_TRUE(message.contains("127.0.0.1")) << message;
}

TEST(ServerStart, RefusesAnInheritedDescriptorThatDoesNotListen) {
  net::ServerOptions options;
  options.inherited = {0};
  EXPECT_FALSE(create(options));
  const base::Descriptor bound(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(bound.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  options.inherited = {bound.number()};
  EXPECT_FALSE(create(options)) << "bound, but not listening";
}

TEST(ServerStart, ServesOnInheritedDescriptorsWithAllWorkers) {
  auto sockets = net::listen_on({"127.0.0.1", 0}, 1);
  ASSERT_TRUE(sockets);
  net::ServerOptions options;
  options.inherited = {sockets->front().number()};
  options.threads = 2;
  Running running(options);
  EXPECT_EQ(running.port(), net::bound_port(sockets->front().number()));
  for (int round = 0; round < 20; ++round) {
    const auto client = running.connect();
    client->send(kGet);
    EXPECT_EQ(client->answer().body, "hello");
  }
  running.stop_and_wait();
  // The service manager's socket still accepts connections for the next process.
  Client next;
  next.connect(net::bound_port(sockets->front().number()));
}

TEST(ServerStart, IsNotNeededBeforeStop) {
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  options.threads = 2;
  const auto server = create(options);
  ASSERT_TRUE(server);
  EXPECT_NE((*server)->port(), 0);
  (*server)->stop();
  (*server)->wait();
}

TEST(ServerThreads, ShareTheLoad) {
  net::ServerOptions options;
  options.threads = 2;
  Running running(options);
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) {
        const auto client = running.connect();
        client->send(kGet + kGet);
        if (client->receive() && client->receive()) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 100);
  EXPECT_TRUE(running.events().wait_until([](const Events& events) { return events.closed() == 100; }));
  EXPECT_EQ(running.events().opened(), 100U);
}

TEST(ServerPost, RunsTheTaskOnThatWorkerWithItsHandler) {
  net::ServerOptions options;
  options.threads = 2;
  Running running(options);
  std::promise<http::Handler*> handlers[2];
  std::promise<std::thread::id> ids[2];
  for (std::size_t worker = 0; worker < 2; ++worker) {
    running.server().post(worker, [&, worker](http::Handler& handler) {
      ids[worker].set_value(std::this_thread::get_id());
      handlers[worker].set_value(&handler);
    });
  }
  EXPECT_NE(handlers[0].get_future().get(), handlers[1].get_future().get());
  EXPECT_NE(ids[0].get_future().get(), ids[1].get_future().get());
}

TEST(ServerPost, KeepsServingAfterATaskThrows) {
  Running running;
  running.server().post(0, [](http::Handler&) { throw std::runtime_error("a bug"); });
  const auto client = running.connect();
  client->send(kGet);
  EXPECT_EQ(client->answer().status, 200);
}

TEST(ServerStop, CompletesRequestsInFlight) {
  Running running;
  const auto client = running.connect();
  client->send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client->answer().status, 100);
  running.server().stop();
  // The listener is closed once a second connection is refused.
  const auto is_refused = [&] {
    try {
      static_cast<void>(running.connect());
      return false;
    } catch (const std::runtime_error&) {
      return true;
    }
  };
  while (!is_refused()) std::this_thread::yield();
  client->send("body");
  const auto answer = client->receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "POST  body");
  EXPECT_EQ(answer->field("Connection"), "close");
  EXPECT_TRUE(client->is_at_end());
  running.server().wait();
}

TEST(ServerStop, ClosesIdleConnectionsAndEnds) {
  Running running;
  const auto used = running.connect();
  const auto fresh = running.connect();
  used->send(kGet);
  EXPECT_TRUE(used->receive());
  running.stop_and_wait();
  EXPECT_TRUE(used->is_at_end());
  EXPECT_TRUE(fresh->is_at_end());
  EXPECT_EQ(running.events().opened(), 2U);
  EXPECT_EQ(running.events().closed(), 2U);
}

TEST(ServerStop, ServesConnectionsInTheAcceptQueue) {
  // The accept queue exists before the workers, so these connections are not accepted yet at stop().
  net::ServerOptions options;
  options.listen = {"127.0.0.1", 0};
  options.threads = 1;
  auto server = create(options);
  ASSERT_TRUE(server);
  std::vector<std::unique_ptr<Client>> clients;
  for (int count = 0; count < 20; ++count) {
    clients.push_back(std::make_unique<Client>((*server)->port(), "127.0.0.1"));
    clients.back()->send(kGet);
  }
  (*server)->stop();
  (*server)->start();
  for (const auto& client : clients) {
    const auto answer = client->receive();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->field("Connection"), "close");
  }
  clients.clear();
  (*server)->wait();
}

TEST(ServerStop, ClosesConnectionsAfterTheDrainTime) {
  net::ServerOptions options;
  options.drain = 200ms;
  Running running(options);
  const auto client = running.connect();
  client->send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client->answer().status, 100);
  const auto start = std::chrono::steady_clock::now();
  running.stop_and_wait();
  EXPECT_GE(std::chrono::steady_clock::now() - start, 200ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  EXPECT_TRUE(client->is_at_end());
}

TEST(ServerStop, MayBeCalledWithAbortInAnyOrderFromAnyThread) {
  Running running;
  const auto client = running.connect();
  client->send("GET");
  running.synchronise();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] { thread % 2 == 0 ? running.server().stop() : running.server().abort(); });
  }
  for (std::thread& thread : threads) thread.join();
  running.server().wait();
  running.server().stop();
  running.server().abort();
  running.server().wait();
  EXPECT_TRUE(client->is_at_end());
}

TEST(ServerAbort, ClosesEveryConnectionAtOnce) {
  Running running;
  const auto busy = running.connect();
  busy->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n");
  const auto blocked = running.connect();
  blocked->shrink_receive_buffer();
  blocked->send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  running.synchronise();
  running.server().abort();
  running.server().wait();
  EXPECT_EQ(running.events().closed(), running.events().opened());
  EXPECT_TRUE(busy->is_at_end());
}

}  // namespace
}  // namespace agent_access::test
